import { render } from 'preact'
import { typeAhead } from '#keys/type-ahead.ts'
import { Popover } from '#parts/popover/popover.tsx'
import { type App, AppContext } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { GifPicker } from './gif-picker.tsx'
import type { Gif } from './use-gifs.ts'

/** Opens the choice of a GIF beside an element. `onChoose` is called once at most; then the choice is closed. */
export function openGifPicker(app: App, anchor: Element, onChoose: (gif: Gif) => void): void {
  const ahead = typeAhead()
  const place = document.createElement('div')
  // Nothing outside of an open dialog takes presses.
  const outside = anchor.closest('dialog') ?? document.body
  outside.append(place)
  const close = () => {
    render(null, place)
    place.remove()
  }
  render(
    <AppContext value={app}>
      <Popover label={t('gif.title')} anchor={anchor} onClose={close}>
        <GifPicker
          ahead={ahead}
          onChoose={(gif) => {
            close()
            onChoose(gif)
          }}
        />
      </Popover>
    </AppContext>,
    place,
  )
}
