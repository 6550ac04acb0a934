import type { Answer } from '@tagma/contract/define.ts'
import type { getGifs } from '@tagma/contract/endpoints/gifs/get-gifs.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { useApp } from '#state/use-app.ts'

export type Gif = Answer<typeof getGifs>['gifs'][number]
export type GifProvider = Answer<typeof getGifs>['provider']

/** Milliseconds without a letter after which words are searched: services let a server ask only so often. */
const pause = 350

interface Found {
  readonly query: string
  readonly gifs: readonly Gif[]
  readonly next: string | null
}

interface Gifs {
  /** Undefined until the first answer for these words. */
  readonly gifs: readonly Gif[] | undefined
  /** Undefined until the first answer. */
  readonly provider: GifProvider | undefined
  readonly hasMore: boolean
  readonly isBusy: boolean
  readonly failure: string | undefined
  /** Fetches what follows. */
  readonly more: () => void
  /** Fetches again what did not come. */
  readonly again: () => void
}

/** Searches for GIFs while somebody types. Without words, they are the popular ones. */
export function useGifs(query: string): Gifs {
  const { client } = useApp()
  const [found, setFound] = useState<Found>()
  const [provider, setProvider] = useState<GifProvider>()
  const [isBusy, setBusy] = useState(true)
  const [failure, setFailure] = useState<string>()
  // Words that were typed later make an answer worthless.
  const asked = useRef(0)
  const fetch = useCallback(
    async (words: string, before?: Found) => {
      const number = ++asked.current
      setBusy(true)
      setFailure(undefined)
      try {
        const answer = await client.call(wire.getGifs, { query: words, position: before?.next ?? '' })
        if (number !== asked.current) return
        setProvider(answer.provider)
        setFound({ query: words, gifs: [...(before?.gifs ?? []), ...answer.gifs], next: answer.next })
      } catch (error) {
        if (number === asked.current) setFailure(errorText(error))
      } finally {
        if (number === asked.current) setBusy(false)
      }
    },
    [client],
  )
  const words = query.trim()
  const isFirst = useRef(true)
  useEffect(() => {
    asked.current++
    setBusy(true)
    setFailure(undefined)
    const timer = setTimeout(() => void fetch(words), isFirst.current ? 0 : pause)
    isFirst.current = false
    return () => clearTimeout(timer)
  }, [words, fetch])
  // An answer that comes after the choice was closed changes nothing.
  useEffect(
    () => () => {
      asked.current++
    },
    [],
  )
  const here = found?.query === words ? found : undefined
  return {
    gifs: here?.gifs,
    provider,
    hasMore: (here?.next ?? null) !== null,
    isBusy,
    failure,
    more: () => void fetch(words, here),
    again: () => void fetch(words, here),
  }
}
