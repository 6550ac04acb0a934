import { Camera, Paperclip, Smile } from 'lucide'
import type { RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import type { UploadPlace } from '#outbox/uploads.ts'
import { openEmojiPicker } from '#parts/emoji-picker/open-emoji-picker.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { lazy } from '#parts/lazy.tsx'
import { useApp } from '#state/use-app.ts'
import { learn, t } from '#words/words.ts'
import { placed } from './format.ts'
import { useRecordCommand, VoiceButton } from './voice-button.tsx'
import { apply, writtenIn } from './written.ts'

const MoreTools = lazy(async () => {
  await learn('gif', 'calls')
  return (await import('./more-tools.tsx')).MoreTools
})

interface InsertToolsProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
  /** The text that recordings and calls belong to. */
  readonly place: UploadPlace
  readonly onFiles: (files: readonly File[]) => void
}

/** The buttons that put something into a text: emoji, GIFs, files, sound, and where fingers are, a picture from the camera. */
export function InsertTools({ box, place, onFiles }: InsertToolsProps) {
  const app = useApp()
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  useRecordCommand(place)
  return (
    <>
      <IconButton
        icon={Smile}
        label={t('emoji.title')}
        onClick={(event) =>
          void openEmojiPicker(app, event.currentTarget, ({ name }) =>
            apply(box.current!, placed(writtenIn(box.current!), `:${name}: `)),
          )
        }
      />
      <IconButton icon={Paperclip} label={t('upload.attach')} onClick={() => input.current?.click()} />
      <IconButton
        class="editor-camera"
        icon={Camera}
        label={t('upload.camera')}
        onClick={() => camera.current?.click()}
      />
      <VoiceButton class="editor-voice" to={place} />
      <MoreTools {...{ box, place }} />
      <FileInput input={input} onFiles={onFiles} multiple />
      <FileInput input={camera} onFiles={onFiles} accept="image/*,video/*" capture="environment" />
    </>
  )
}

interface FileInputProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onFiles: (files: readonly File[]) => void
  readonly multiple?: boolean
  readonly accept?: string
  /** Set where a picture is taken now: by which camera. */
  readonly capture?: 'environment'
}

/** Opens the browser's choice of files, or a phone's camera. A button beside it is what people see. */
function FileInput({ input, onFiles, ...attributes }: FileInputProps) {
  return (
    <input
      ref={input}
      type="file"
      hidden
      {...attributes}
      onChange={(event) => {
        onFiles([...(event.currentTarget.files ?? [])])
        // The same file can be chosen again.
        event.currentTarget.value = ''
      }}
    />
  )
}
