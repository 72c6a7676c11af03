// Owns the drawn signs: of buttons, of what is explained, of the two colours.
const PATHS = {
  check: "M5 12.5l4.5 4.5L19 7",
  print: "M7 9V4h10v5M7 17H4v-6.5A1.5 1.5 0 0 1 5.5 9h13a1.5 1.5 0 0 1 1.5 1.5V17h-3M7 14h10v6H7z",
  save: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 7.6v.1",
  more: "M5 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6zM12 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6zM19 11.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6z",
  lock: "M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  plus: "M12 5v14M5 12h14",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
  phone: "M8 3h8v18H8zM11 18h2",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  why: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.6v.1",
  curve: "M4 18l5-6 4 3 7-9M15 6h5v5",
  verify: "M4 5h16v15H4zM8 12l3 3 5-6",
  mail: "M3 6h18v12H3zM3 7l9 6 9-6",
  next: "M5 12h13M13 6l6 6-6 6",
  copy: "M4 4h11v11H4zM9 20h11V9",
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3",
  inbox: "M4 13l3-8h10l3 8v6H4zM4 13h5l1 2h4l1-2h5",
  cup: "M8 4h8v5a4 4 0 0 1-8 0zM8 6H5v1a3 3 0 0 0 3 3M16 6h3v1a3 3 0 0 1-3 3M12 13v4M9 20h6",
  chart: "M5 20V10M12 20V4M19 20v-7",
} as const;

export type IconName = keyof typeof PATHS;

/** A sign that says nothing to who cannot see it: its button has a name. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

/** What is explained where somebody asks: lines behind an « i ».
 * @param about what they explain, for who cannot see the sign */
export function Info({ id, about, lines }: { id: string; about: string; lines: string[] }) {
  if (!lines.length) return null;
  return (
    <>
      <button type="button" class="icon info" popovertarget={id} aria-label={about} title={about}>
        <Icon name="info" />
      </button>
      <div id={id} class="legend" popover="auto" role="note" aria-label={about}>
        {lines.map((line) => (
          <p>{line}</p>
        ))}
      </div>
    </>
  );
}
