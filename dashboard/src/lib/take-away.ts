/** A chart's figures and its picture, as files. */
export type ChartTable = {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
};

export function formatCsv({ head, rows }: ChartTable): string {
  return [head, ...rows].map((cells) => cells.map(formatField).join(",")).join("\r\n") + "\r\n";
}

/** A name that a spreadsheet would take for a formula stays a name. */
function formatField(cell: string | number | null): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const plain = /^[=+\-@\t]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export function saveText(text: string, name: string): void {
  save(new Blob([text], { type: "text/csv" }), name);
}

type Size = { readonly width: number; readonly height: number };

/** Draws it on the page's own background, at twice its size. */
export async function savePicture(drawing: SVGSVGElement, { width, height }: Size, name: string): Promise<void> {
  const canvas = document.createElement("canvas");
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("This browser cannot draw pictures.");
  pen.fillStyle = readColor("--surface");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(await renderImage(drawing, { width, height }), 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob === null) throw new Error("The picture could not be made.");
  save(blob, name);
}

/** Outside the page no colour has a name. */
async function renderImage(drawing: SVGSVGElement, { width, height }: Size): Promise<HTMLImageElement> {
  const text = new XMLSerializer()
    .serializeToString(drawing)
    .replaceAll(/var\((--[a-z0-9-]+)\)/g, (_, name: string) => readColor(name))
    .replace("<svg ", `<svg width="${width}" height="${height}" `);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

const readColor = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
