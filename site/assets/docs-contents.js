/* global document, IntersectionObserver, location */

// Deep links into the API reference, which was at `/docs` in earlier versions.
if (location.pathname === "/docs" && location.hash.startsWith("#/")) {
  location.replace(`/docs/reference${location.hash}`);
}

/** Marks the part of the page that is being read in the list beside it. */
const links = new Map(
  [...document.querySelectorAll("aside.contents a")].map((link) => [link.getAttribute("href").slice(1), link]),
);
const headings = [...links.keys()].map((id) => document.getElementById(id));

/** A heading counts as read from when it is this far below the top of the window. */
const READ_FROM_PX = 120;

function markCurrent() {
  const passed = headings.filter((heading) => heading.getBoundingClientRect().top < READ_FROM_PX);
  const current = passed.at(-1)?.id;
  for (const [id, link] of links) {
    if (id === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

if (headings.length > 0) {
  const observer = new IntersectionObserver(markCurrent, { rootMargin: `-${READ_FROM_PX}px 0px 0px` });
  for (const heading of headings) observer.observe(heading);
}
for (const current of document.querySelectorAll(".side [aria-current]")) {
  current.parentElement.parentElement.parentElement.scrollTop = current.offsetTop - 240;
}
