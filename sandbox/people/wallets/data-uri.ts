/** A picture that stands in its own address. Of plain ASCII: the Wallet Standard wants base64. */
export function toDataUri(svg: string): `data:image/svg+xml;base64,${string}` {
  return `data:image/svg+xml;base64,${btoa(svg)}`
}
