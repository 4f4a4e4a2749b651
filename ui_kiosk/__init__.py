"""The seat screen: a Kivy program that shows views and sends intents."""
