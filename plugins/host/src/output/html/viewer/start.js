// All boards are there: the page comes to life.

document.body.classList.add("live");
drawReview();
fromLink();
