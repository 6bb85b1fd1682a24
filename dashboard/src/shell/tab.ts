/** The tab says how many need me, also when another tab is in front. */
import { useEffect } from "react";
import { useConnection } from "../data/connection.ts";
import { useCount } from "../data/fleet.ts";
import { announce } from "../data/notices.ts";

const drawIcon = (badge: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="5" fill="#14171c"/><circle cx="10" cy="10" r="6.4" fill="none" stroke="#fff" stroke-width="1.6"/><circle cx="10" cy="5.8" r="1.6" fill="#fff"/><circle cx="6.2" cy="12.4" r="1.6" fill="#fff"/><circle cx="13.8" cy="12.4" r="1.6" fill="#fff"/>${badge}</svg>`,
  )}`;

const badges = {
  plain: "",
  needs: '<path d="M14 7 20 13l-6 6-6-6z" fill="#ffc247" stroke="#14171c"/>',
  gone: '<path d="m11 11 7 7m0-7-7 7" stroke="#ff6b7d" stroke-width="3"/>',
};

export function useTab(title: string): void {
  const count = useCount("needs_you");
  const { kind } = useConnection();
  const isGone = kind === "offline" || kind === "signed_out";
  const badge = isGone ? "gone" : count > 0 ? "needs" : "plain";
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ""}${title} · ao`;
  }, [count, title]);
  useEffect(() => {
    document.querySelector("link[rel=icon]")?.setAttribute("href", drawIcon(badges[badge]));
  }, [badge]);
  useEffect(() => {
    if (count > 0) announce(`${count} ${count === 1 ? "needs" : "need"} you`);
  }, [count]);
  useEffect(() => {
    if (kind === "reconnecting") announce("The connection is lost", "own");
    if (kind === "live") announce("Connected");
  }, [kind]);
}
