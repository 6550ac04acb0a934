import { type FunctionComponent, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const loads: (() => Promise<unknown>)[] = []

/**
 * Makes a component whose code is not part of the first load. It comes when the page has time (`loadLazyParts`), or when it
 * is drawn before that; nothing is drawn until it is there. Without a network, it is asked for again the next time.
 */
export function lazy<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  let loaded: FunctionComponent<P> | undefined
  const get = async () => (loaded ??= await load())
  loads.push(get)
  return function Lazy(props: P) {
    const [, draw] = useState(loaded)
    useEffect(() => {
      if (!loaded)
        get().then(
          (component) => draw(() => component),
          () => undefined,
        )
    }, [])
    return loaded ? h(loaded, props) : null
  }
}

/** Loads the code of all lazy components, one after another, so that none of them is waited for later. */
export async function loadLazyParts(): Promise<void> {
  for (const load of loads) await load()
}
