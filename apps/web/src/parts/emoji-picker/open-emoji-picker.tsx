import { render } from 'preact'
import { typeAhead } from '#keys/type-ahead.ts'
import type { Emoji } from '#parts/completion/emoji.ts'
import { type App, AppContext } from '#state/use-app.ts'

/** Opens the choice of an emoji beside an element. `onChoose` is called once at most; then the choice is closed. */
export async function openEmojiPicker(
  app: App,
  anchor: Element,
  onChoose: (emoji: Emoji) => void,
): Promise<void> {
  const ahead = typeAhead()
  // Loaded at first use: it is no part of what a page needs to be read.
  const { EmojiPicker } = await import('./emoji-picker.tsx').catch((error: unknown) => {
    ahead.end()
    throw error
  })
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
      <EmojiPicker
        {...{ ahead, anchor }}
        onClose={close}
        onChoose={(emoji) => {
          close()
          onChoose(emoji)
        }}
      />
    </AppContext>,
    place,
  )
}
