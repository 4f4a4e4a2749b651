// Runs alone and first, in the oldest JavaScript: whatever fails later, the player is told.
window.addEventListener("error", function () {
  document.documentElement.className = "too-old";
});
