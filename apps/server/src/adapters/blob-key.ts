const part = /^(?!\.{1,2}$)[\w.-]+$/

/** Throws for a text that is no key. So no key leads out of the folder of blobs. */
export function assertKey(key: string): void {
  if (!key.split('/').every((name) => part.test(name)))
    throw new Error(`Not a blob's key: ${JSON.stringify(key)}`)
}
