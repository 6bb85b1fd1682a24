import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { go } from "./address.ts";

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string };

/** A link within the page; with a modifier it is the browser's. */
export function Link({ href, onClick, ...rest }: Props) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
