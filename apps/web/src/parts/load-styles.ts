const loads = new Map<string, Promise<void>>()

/**
 * Loads a style sheet that is not part of the first load. The page says in a `meta` element of this name where it is; where
 * it says nothing, there is nothing to load. Without a network, it is asked for again the next time.
 */
export function loadStyles(name: 'later-styles' | 'formula-styles'): Promise<void> {
  const known = loads.get(name)
  if (known) return known
  const address = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  if (!address) return Promise.resolve()
  const load = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address.content
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      loads.delete(name)
      link.remove()
      reject(new Error(`The style sheet ${address.content} did not come.`))
    })
    document.head.append(link)
  })
  loads.set(name, load)
  return load
}
