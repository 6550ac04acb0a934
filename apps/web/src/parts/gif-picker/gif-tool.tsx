import { ImagePlay } from 'lucide'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { useCommand } from '#keys/use-command.ts'
import { placed } from '#parts/composer/format.ts'
import { apply, writtenIn } from '#parts/composer/written.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { gifsOffered } from './gifs-offered.ts'
import { openGifPicker } from './open-gif-picker.tsx'

interface GifToolProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
}

/** Puts GIFs into a text, where they are offered. */
export function GifTool({ box }: GifToolProps) {
  const isOffered = useKnown(({ state }) => gifsOffered(state))
  return isOffered ? <GifButton box={box} /> : null
}

/** A narrow box has no room for the button: there the choice of emoji leads to it. */
function GifButton({ box }: GifToolProps) {
  const app = useApp()
  const button = useRef<HTMLSpanElement>(null)
  const open = () => {
    // A hidden button has no place: the row of buttons has one.
    const [shown] = button.current!.getClientRects()
    const anchor = shown ? button.current! : button.current!.parentElement!
    openGifPicker(app, anchor, ({ url }) =>
      apply(box.current!, placed(writtenIn(box.current!), `[](${url})`, { isBlock: true })),
    )
  }
  useCommand('gif', open)
  return (
    <span ref={button} class="editor-gif">
      <IconButton icon={ImagePlay} label={t('gif.title')} onClick={open} />
    </span>
  )
}
