// Plays the films that are in sight, unless the reader's system asks for no motion; each has its controls.
if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
  const seen = new IntersectionObserver((films) => {
    for (const { target, isIntersecting } of films) isIntersecting ? target.play().catch(() => {}) : target.pause();
  });
  for (const film of document.querySelectorAll('.films video')) seen.observe(film);
}
