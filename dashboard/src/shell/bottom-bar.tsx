import { useAddress } from "../lib/address.ts";
import { Link } from "../lib/link.tsx";
import { pageLinks, parsePage } from "./pages.ts";
import { PageCount } from "./top-bar.tsx";

/** On a phone the pages are in reach of the thumb, by name. */
export function BottomBar() {
  const page = parsePage(useAddress().path);
  return (
    <nav className="bottom" aria-label="Pages">
      {pageLinks
        .filter(({ onPhone }) => onPhone)
        .map(({ name, title, href }) => (
          <Link key={name} href={href} className="bottom-link" aria-current={page === name ? "page" : undefined}>
            {title} <PageCount page={name} />
          </Link>
        ))}
    </nav>
  );
}
