import { TextQuote } from 'lucide'
import type { ComponentChildren, RefObject } from 'preact'
import type { Destination } from '#outbox/destination.ts'
import { uploadKey, type UploadPlace } from '#outbox/uploads.ts'
import { useCompletion } from '#parts/completion/use-completion.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { lazy } from '#parts/lazy.tsx'
import { useStateOf } from '#parts/use-state-of.ts'
import { viewAt } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn, t } from '#words/words.ts'
import type { EditorProps } from './editor.tsx'
import { placed } from './format.ts'
import { InsertTools } from './insert-tools.tsx'
import type { Command } from './keys.ts'
import { linkToView, paste } from './paste.ts'
import { useDrop } from './use-drop.ts'
import { usePreview } from './use-preview.tsx'
import { useUploads } from './use-uploads.ts'
import { cancelRecording, toggleRecording, Voice } from './voice-button.tsx'
import { apply, writtenIn } from './written.ts'

const UploadList = lazy(async () => (await import('./upload-list.tsx')).UploadList)
const Snippets = lazy(async () => {
  await learn('snippet')
  return (await import('./snippets.tsx')).Snippets
})

interface AidsOptions {
  /** The conversation that is written to. */
  readonly to: Destination
  /** The text that files belong to. */
  readonly place: UploadPlace
  /** The element around the box. */
  readonly area: RefObject<HTMLElement | null>
  /** Where files may be dropped. */
  readonly drop: 'area' | 'conversation'
  /** Called when a recording is on its way as a message of its own. */
  readonly onPosted?: () => void
}

interface Aids {
  /** Parts of the editor. */
  readonly editor: Pick<
    EditorProps,
    'of' | 'most' | 'entersSend' | 'isNew' | 'attributes' | 'waitsFor' | 'onPaste' | 'tools' | 'preview'
  >
  /** Sees each key first. Returns true if it has taken the key. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** Carries out a command that it knows. */
  readonly onCommand: (command: Command) => void
  /** Offers and files. They stand above the text. */
  readonly above: ComponentChildren
  /** Lies over the page. */
  readonly over: ComponentChildren
  /** Whether files are held over the place where they may be dropped. */
  readonly isOver: boolean
  /** Ends the preview. */
  readonly closePreview: () => void
}

/** Everything that helps one write in a box, wherever it stands: completion, files, what is pasted, snippets, preview. */
export function useAids(box: BoxRef, { to, place, area, drop, onPosted }: AidsOptions): Aids {
  const app = useApp()
  const of = uploadKey(place)
  const completion = useCompletion(of, { box, to })
  const { add, waitsFor } = useUploads(place)
  const isOver = useDrop(area, drop, add)
  const { preview, button, toggle, close } = usePreview(of, box)
  const most = useKnown(({ state }) => state?.max_message_length ?? 10_000)
  const entersSend = useKnown(({ state }) => state?.user_settings?.enter_sends ?? false)
  const [hasSnippets, showSnippets] = useStateOf(of, () => false)
  const openSnippets = () => showSnippets(true)
  return {
    editor: {
      of,
      most,
      entersSend,
      isNew: place.kind !== 'edit',
      attributes: completion.attributes,
      waitsFor,
      onPaste: (event) => paste(event, { addFiles: add, linkFor: (address) => linkFor(app, address) }),
      tools: [<Inserts key="inserts" {...{ box, place }} onFiles={add} onSnippets={openSnippets} />, button],
      preview,
    },
    onKey: (event) => {
      if (completion.onKey(event)) return true
      const isCancel = event.key === 'Escape' && cancelRecording(app, place)
      if (isCancel) event.preventDefault()
      return isCancel
    },
    onCommand: (command) => {
      if (command === 'preview') toggle()
      else if (command === 'snippets') openSnippets()
      else if (command === 'record') toggleRecording(app, place)
    },
    above: [
      completion.list,
      <UploadList key="uploads" to={place} />,
      <Voice key={`voice ${of}`} to={place} onPosted={onPosted} />,
    ],
    over: hasSnippets && <SnippetChoice box={box} area={area} onClose={() => showSnippets(false)} />,
    isOver,
    closePreview: close,
  }
}

type BoxRef = RefObject<HTMLTextAreaElement | null>

interface InsertsProps {
  readonly box: BoxRef
  readonly place: UploadPlace
  readonly onFiles: (files: readonly File[]) => void
  readonly onSnippets: () => void
}

function Inserts({ box, place, onFiles, onSnippets }: InsertsProps) {
  return (
    <>
      <InsertTools {...{ box, place, onFiles }} />
      <SnippetButton onOpen={onSnippets} />
    </>
  )
}

interface SnippetChoiceProps {
  readonly box: BoxRef
  readonly area: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

function SnippetChoice({ box, area, onClose }: SnippetChoiceProps) {
  return (
    <Snippets
      anchor={area.current!}
      text={box.current!.value}
      onChoose={(content) => apply(box.current!, placed(writtenIn(box.current!), content))}
      onClose={onClose}
    />
  )
}

function SnippetButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <IconButton
      class="editor-snippets"
      icon={TextQuote}
      turns
      label={t('compose.snippets')}
      tip={`${t('compose.snippets')} (Ctrl+')`}
      onClick={onOpen}
    />
  )
}

/** Returns the link that messages write for an address of this organization, or undefined. */
function linkFor({ store }: App, address: string): string | undefined {
  const { state } = store.get()
  const url = URL.parse(address)
  if (url?.origin !== location.origin || url.pathname !== '/' || url.hash === '') return undefined
  // Browsers decode `hash` in part, so the address is cut as it stands.
  return linkToView(viewAt(state, address.slice(address.indexOf('#'))), (id) => channelById(state, id)?.name)
}
