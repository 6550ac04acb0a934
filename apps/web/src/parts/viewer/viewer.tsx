import {
  ChevronLeft,
  ChevronRight,
  Download,
  Link,
  MessageSquareText,
  RotateCw,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { isSingle, keyOf } from '#keys/key-map.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { centred, drawn, enlarged, flat, type Lay } from './gesture.ts'
import { useGestures } from './use-gestures.ts'

interface ViewerProps {
  /** The link of the picture or video to begin with. The others in the list of messages follow it. */
  readonly link: HTMLAnchorElement
  readonly onClose: () => void
}

interface Media {
  readonly url: string
  readonly name: string
  readonly isVideo: boolean
  readonly link: HTMLAnchorElement
}

/**
 * Shows pictures and videos large. Arrows and swipes go to the others, `+`, `-`, the wheel and two fingers zoom, `r` turns,
 * `s` saves, Escape closes. An enlarged picture moves by dragging, by arrows with Shift, and by a press: the pressed point
 * comes to the middle.
 */
export function Viewer({ link, onClose }: ViewerProps) {
  const { store } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const [all] = useState(() => mediaBeside(link))
  const [at, setAt] = useState(() => all.findIndex((media) => media.link === link))
  const [lay, setLay] = useState<Lay>(flat)
  const [turns, setTurns] = useState(0)
  const media = all[at] ?? all[0]
  useLayoutEffect(() => {
    dialog.current!.showModal()
    return () => {
      dialog.current?.close()
      if (link.isConnected) link.focus({ preventScroll: true })
    }
  }, [])
  useEffect(() => {
    setLay(flat)
    setTurns(0)
  }, [at])
  if (!media) return null
  const go = (step: number) => setAt((at + step + all.length) % all.length)
  // In a mirrored page, the next picture stands on the left.
  const goAside = (step: 1 | -1) => go(getComputedStyle(dialog.current!).direction === 'rtl' ? -step : step)
  const pan = (x: number, y: number) =>
    setLay((before) => drawn(before, { x: 0, y: 0 }, { x: x * panStep, y: y * panStep }))
  const keys: Keys = {
    ArrowLeft: () => goAside(-1),
    ArrowRight: () => goAside(1),
    '+': () => setLay((before) => enlarged(before, 1.5)),
    '-': () => setLay((before) => enlarged(before, 1 / 1.5)),
    '0': () => setLay(flat),
    'Shift+ArrowLeft': () => pan(1, 0),
    'Shift+ArrowRight': () => pan(-1, 0),
    'Shift+ArrowUp': () => pan(0, 1),
    'Shift+ArrowDown': () => pan(0, -1),
    R: () => setTurns(turns + 1),
    S: () => save(media),
  }
  return (
    <dialog
      ref={dialog}
      class="viewer"
      aria-label={media.name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        const act = actOf(keys, event)
        if (!act || (isSingle(event.key) && !store.get().device.hasSingleKeys)) return
        event.preventDefault()
        act()
      }}
    >
      <header class="viewer-head">
        <h2 class="viewer-name" dir="auto">
          {media.name}
        </h2>
        <span class="viewer-count">{t('viewer.place', { at: at + 1, count: all.length })}</span>
        <Tools media={media} keys={keys} onMessage={() => toMessage(media, onClose)} />
        <IconButton icon={X} autofocus label={t('dialog.close')} onClick={onClose} />
      </header>
      <Stage {...{ media, lay, turns, onClose }} onLay={setLay} onStep={goAside} />
      <Steps count={all.length} onStep={go} />
    </dialog>
  )
}

/** Pixels that an arrow key moves an enlarged picture. */
const panStep = 80

type Keys = Readonly<Record<string, () => void>>

/** Returns the act of a key in the viewer. On a layout without Latin letters, the place of the key decides. */
function actOf(keys: Keys, event: KeyboardEvent): (() => void) | undefined {
  const pressed = keyOf(event)
  const key = pressed.length === 1 ? pressed.toUpperCase() : `${event.shiftKey ? 'Shift+' : ''}${pressed}`
  return Object.hasOwn(keys, key) && !event.ctrlKey && !event.metaKey && !event.altKey ? keys[key] : undefined
}

interface StageProps {
  readonly media: Media
  readonly lay: Lay
  /** Quarters of a turn. */
  readonly turns: number
  readonly onLay: (change: (before: Lay) => Lay) => void
  readonly onStep: (step: 1 | -1) => void
  readonly onClose: () => void
}

function Stage({ media: { url, name, isVideo }, lay, turns, onLay, onStep, onClose }: StageProps) {
  const { handlers, hasMoved } = useGestures({ lay, onLay, onStep })
  const transform = `translate(${lay.x}px, ${lay.y}px) rotate(${turns * 90}deg) scale(${lay.zoom})`
  return (
    <div
      class={lay.zoom > 1 ? 'viewer-stage viewer-enlarged' : 'viewer-stage'}
      onClick={(event) => {
        if (hasMoved()) return
        if (event.target === event.currentTarget) onClose()
        else if (!isVideo) onLay((before) => centredIn(before, event))
      }}
      {...(isVideo ? {} : handlers)}
    >
      {isVideo ? (
        <video key={url} class="viewer-media" src={url} controls autoplay />
      ) : (
        <img key={url} class="viewer-media" src={url} alt={name} draggable={false} style={{ transform }} />
      )}
    </div>
  )
}

/** Returns the lay of an enlarged picture after a press. */
const centredIn = (lay: Lay, event: MouseEvent): Lay =>
  centred(
    lay,
    { x: event.clientX, y: event.clientY },
    (event.target as Element).closest('.viewer-stage')!.getBoundingClientRect(),
  )

interface StepsProps {
  readonly count: number
  readonly onStep: (step: 1 | -1) => void
}

/** Buttons that lead to the pictures beside, for a mouse. Drawn over both sides of the stage. */
function Steps({ count, onStep }: StepsProps) {
  if (count === 1) return null
  return (
    <>
      <IconButton
        class="viewer-step viewer-before"
        icon={ChevronLeft}
        turns
        label={t('viewer.previous')}
        onClick={() => onStep(-1)}
      />
      <IconButton
        class="viewer-step viewer-after"
        icon={ChevronRight}
        turns
        label={t('viewer.next')}
        onClick={() => onStep(1)}
      />
    </>
  )
}

interface ToolsProps {
  readonly media: Media
  readonly keys: Keys
  readonly onMessage: () => void
}

function Tools({ media, keys, onMessage }: ToolsProps) {
  const app = useApp()
  const tools = [
    { key: '+', label: t('viewer.zoom-in'), icon: ZoomIn },
    { key: '-', label: t('viewer.zoom-out'), icon: ZoomOut },
    { key: 'R', label: t('viewer.turn'), icon: RotateCw },
    { key: 'S', label: t('viewer.save'), icon: Download },
  ]
  return (
    <>
      {tools
        .filter(({ key }) => !media.isVideo || key === 'S')
        .map(({ key, label, icon }) => (
          <IconButton icon={icon} key={key} label={label} onClick={keys[key]} />
        ))}
      <IconButton icon={MessageSquareText} label={t('viewer.message')} onClick={onMessage} />
      <IconButton
        icon={Link}
        label={t('viewer.copy-link')}
        onClick={() =>
          void copyAndTell(app, new URL(media.url, location.href).href, t('conversation.link-copied'))
        }
      />
    </>
  )
}

/** Finds all pictures and videos of the list that a link is in. */
function mediaBeside(link: HTMLAnchorElement): Media[] {
  const links = link
    .closest('.messages-feed')
    ?.querySelectorAll<HTMLAnchorElement>('a[data-act="media"]') ?? [link]
  return [...links].map((each) => {
    const image = each.querySelector('img')
    // Browsers show few of the formats that cameras have: the server keeps a copy in one that they show.
    const url = image?.dataset['transcodedImage']
      ? thumbnailOf(image.src, image.dataset['transcodedImage'])
      : each.href
    return {
      url,
      name: image?.alt ?? each.getAttribute('aria-label') ?? '',
      isVideo: each.querySelector('video') !== null,
      link: each,
    }
  })
}

/** The address of another format stands beside that of the thumbnail. */
const thumbnailOf = (thumbnail: string, format: string) => thumbnail.replace(/[^/]+$/, format)

/** Closes the viewer, and shows the message that a picture is in. */
function toMessage({ link }: Media, onClose: () => void): void {
  onClose()
  // The viewer gives the focus back to the picture that it was opened with.
  requestAnimationFrame(() => {
    link.scrollIntoView({ block: 'center' })
    link.focus({ preventScroll: true })
  })
}

function save({ url, name }: Media): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
