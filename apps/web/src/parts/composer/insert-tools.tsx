import { Paperclip, Smile } from 'lucide'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { openEmojiPicker } from '#parts/emoji-picker/open-emoji-picker.tsx'
import { Icon } from '#parts/icon.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { placed } from './format.ts'
import { apply, writtenIn } from './written.ts'

interface InsertToolsProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly onFiles: (files: readonly File[]) => void
}

/** The buttons that put something into a text: emoji and files. */
export function InsertTools({ box, onFiles }: InsertToolsProps) {
  const app = useApp()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        class="button-icon"
        aria-label={t('emoji.title')}
        data-tip={t('emoji.title')}
        onClick={(event) =>
          void openEmojiPicker(app, event.currentTarget, ({ name }) =>
            apply(box.current!, placed(writtenIn(box.current!), `:${name}: `)),
          )
        }
      >
        <Icon of={Smile} />
      </button>
      <button
        type="button"
        class="button-icon"
        aria-label={t('upload.attach')}
        data-tip={t('upload.attach')}
        onClick={() => input.current?.click()}
      >
        <Icon of={Paperclip} />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // The same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
