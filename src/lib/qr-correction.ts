/** Reed–Solomon: bytes that tell what others were, over the field of 256 elements that QR codes use. */
const FIELD = 0x11d;

const exponents: number[] = [];
const logarithms: number[] = [];
for (let n = 0, value = 1; n < 255; n += 1) {
  exponents[n] = value;
  logarithms[value] = n;
  value = value * 2 < 256 ? value * 2 : (value * 2) ^ FIELD;
}

export function correctionOf(data: readonly number[], count: number): readonly number[] {
  const generator = generatorOf(count);
  let rest = Array.from({ length: count }, () => 0);
  for (const byte of data) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = generator.map((coefficient, n) => (rest[n + 1] ?? 0) ^ times(coefficient, factor));
  }
  return rest;
}

/** The product of (x - 2^n), without its leading one. */
function generatorOf(count: number): readonly number[] {
  let product = [1];
  for (let n = 0; n < count; n += 1) {
    const root = exponents[n] ?? 0;
    const raised = [...product, 0];
    product = raised.map((coefficient, at) => coefficient ^ times(product[at - 1] ?? 0, root));
  }
  return product.slice(1);
}

function times(left: number, right: number): number {
  if (left === 0 || right === 0) return 0;
  return exponents[((logarithms[left] ?? 0) + (logarithms[right] ?? 0)) % 255] ?? 0;
}
