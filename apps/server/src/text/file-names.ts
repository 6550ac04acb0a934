/**
 * Makes a file's name safe as a part of an address and of a path on disk: a few plain letters. Keeps its ending,
 * because people and programs rely on it.
 */
export function storedName(filename: string): string {
  const base = filename.split(/[/\\]/).at(-1) ?? ''
  const plain = base
    .normalize('NFKD')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/[^\w.-]/g, '')
    .replace(/[.-]+$/, '')
  const ending = /\.\w{1,20}$/.exec(plain)?.[0] ?? ''
  const name = plain
    .slice(0, plain.length - ending.length)
    .replace(/^[.-]+/, '')
    .slice(0, 80)
  return `${name || 'file'}${ending}`
}

/** Makes the name to show for a file: the uploader's name for it, without a path, line breaks and the like. */
export function shownName(filename: string): string {
  const base = filename.split(/[/\\]/).at(-1) ?? ''
  const clean = base
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  return clean === '' ? 'file' : [...clean].slice(-200).join('')
}
