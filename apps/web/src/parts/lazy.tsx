import { type FunctionComponent, h } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { typeAhead, type TypedAhead } from '#keys/type-ahead.ts'
import { loadStyles } from './load-styles.ts'

const loads: (() => Promise<unknown>)[] = []

/**
 * Makes a component whose code is not part of the first load, nor its styles (`styles/later.css`). It comes when the page has time (`loadLazyParts`), or when it
 * is drawn before that; nothing is drawn until it is there. Without a network, it is asked for again the next time. With
 * `takesKeys`, letters that are typed meanwhile go into its field, which takes the focus.
 */
export function lazy<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  { takesKeys = false }: { readonly takesKeys?: boolean } = {},
): FunctionComponent<P> {
  let loaded: FunctionComponent<P> | undefined
  const get = async () => (loaded ??= (await Promise.all([load(), loadStyles('later-styles')]))[0])
  loads.push(get)
  return function Lazy(props: P) {
    const [isHere, setHere] = useState(loaded !== undefined)
    useEffect(() => {
      if (!loaded)
        get().then(
          () => setHere(true),
          () => undefined,
        )
    }, [])
    // At once: the next key may come before the next frame.
    useLayoutEffect(() => {
      if (isHere || !takesKeys) return undefined
      const ahead = typeAhead()
      return () => insert(ahead.end())
    }, [isHere])
    return loaded ? h(loaded, props) : null
  }
}

/** Code that is not part of the first load, and that is no component. */
export interface LaterPart<T> {
  /** The code, once it is there. */
  readonly now: () => T | undefined
  /** Loads it if need be. */
  readonly get: () => Promise<T>
}

/** Makes a part of code that comes when the page has time (`loadLazyParts`), or when it is asked for before that. */
export function later<T>(load: () => Promise<T>): LaterPart<T> {
  let loaded: T | undefined
  const get = async () => (loaded ??= await load())
  loads.push(get)
  return { now: () => loaded, get }
}

/** Puts keys into the field that has the focus, as typing does. */
function insert({ text, isEntered }: TypedAhead): void {
  const { activeElement: field } = document
  if (!(field instanceof HTMLInputElement)) return
  if (text !== '') {
    field.value += text
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  // Preact draws what the letters changed in a microtask: Enter acts on that.
  if (isEntered)
    setTimeout(() => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
}

/** Loads the code of all lazy components and later parts, one after another, so that none of them is waited for later. */
export async function loadLazyParts(): Promise<void> {
  for (const load of loads) await load()
}
