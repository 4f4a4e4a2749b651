"""What a technician needs: checks, fault codes, support bundle."""
