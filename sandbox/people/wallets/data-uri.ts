/** Encodes an ASCII SVG as a base64 data URI, the format that the Wallet Standard requires. */
export function toDataUri(svg: string): `data:image/svg+xml;base64,${string}` {
  return `data:image/svg+xml;base64,${btoa(svg)}`
}
