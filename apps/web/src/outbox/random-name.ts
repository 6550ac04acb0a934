/** Returns 120 random bits as text. `crypto.randomUUID` is missing where the page is served by plain HTTP. */
export function randomName(): string {
  return [...crypto.getRandomValues(new Uint8Array(15))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
