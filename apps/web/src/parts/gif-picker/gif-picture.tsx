import { useEffect, useRef, useState } from 'preact/hooks'
import { wantsCalm } from '#parts/wants-calm.ts'
import { useKnown } from '#state/use-known.ts'
import type { Gif } from './use-gifs.ts'

/** Attempts to load a picture. The server loads only so many of other servers at once. */
const attempts = 4
/** Milliseconds before the next attempt. */
const pause = 1500

interface GifPictureProps {
  readonly gif: Gif
  /** Whether the pointer or the keys are on it. */
  readonly isActive: boolean
}

/** Shows a GIF. Where people want calm, it moves while the pointer or the keys are on it, and stands still otherwise. */
export function GifPicture({ gif, isActive }: GifPictureProps) {
  const isCalm = useKnown(({ state }) => state?.user_settings?.web_animate_image_previews === 'never')
  const isStill = !isActive && (isCalm || wantsCalm())
  const { attempt, onError } = useAttempts()
  if (attempt === undefined) return <span class="gif-broken">{gif.description}</span>
  const path = isStill && gif.still_url !== null ? gif.still_url : gif.preview_url
  const src = attempt === 0 ? path : `${path}?attempt=${attempt}`
  if (isStill && gif.still_url === null) return <FirstPicture {...{ gif, src, onError }} />
  return (
    <img
      class="gif-picture"
      src={src}
      alt=""
      width={gif.width}
      height={gif.height}
      loading="lazy"
      draggable={false}
      onError={onError}
    />
  )
}

/** Counts attempts to load a picture. `attempt` is undefined after the last one. */
function useAttempts() {
  const [attempt, setAttempt] = useState<number | undefined>(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onError = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => setAttempt((last) => (last === undefined || last + 1 >= attempts ? undefined : last + 1)),
      pause,
    )
  }
  return { attempt, onError }
}

interface FirstPictureProps {
  readonly gif: Gif
  readonly src: string
  readonly onError: () => void
}

/** Draws the first picture of a GIF of which the service has no still one. */
function FirstPicture({ gif: { width, height }, src, onError }: FirstPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(onError)
  latest.current = onError
  useEffect(() => {
    const image = new Image()
    image.addEventListener('load', () =>
      canvas.current?.getContext('2d')?.drawImage(image, 0, 0, width, height),
    )
    image.addEventListener('error', () => latest.current())
    image.src = src
  }, [src, width, height])
  return <canvas ref={canvas} class="gif-picture" width={width} height={height} />
}
