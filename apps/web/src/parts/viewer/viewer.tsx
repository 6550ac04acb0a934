import { Download, Link, RotateCw, X, ZoomIn, ZoomOut } from 'lucide'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

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

/** Shows pictures and videos large. Arrows go to the others, `+` and `-` zoom, `r` turns, `s` saves, Escape closes. */
export function Viewer({ link, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [all] = useState(() => mediaBeside(link))
  const [at, setAt] = useState(() => all.findIndex((media) => media.link === link))
  const [zoom, setZoom] = useState(1)
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
    setZoom(1)
    setTurns(0)
  }, [at])
  if (!media) return null
  const go = (step: number) => setAt((at + step + all.length) % all.length)
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    '+': () => setZoom(Math.min(8, zoom * 1.5)),
    '-': () => setZoom(Math.max(0.25, zoom / 1.5)),
    '0': () => setZoom(1),
    r: () => setTurns(turns + 1),
    s: () => save(media),
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
        const act =
          Object.hasOwn(keys, event.key) && !event.ctrlKey && !event.metaKey ? keys[event.key] : undefined
        if (!act) return
        event.preventDefault()
        act()
      }}
    >
      <header class="viewer-head">
        <h2 class="viewer-name" dir="auto">
          {media.name}
        </h2>
        <span class="viewer-count">{t('viewer.place', { at: at + 1, count: all.length })}</span>
        <Tools media={media} keys={keys} />
        <IconButton icon={X} autofocus label={t('dialog.close')} onClick={onClose} />
      </header>
      <Stage media={media} look={`rotate(${turns * 90}deg) scale(${zoom})`} onClose={onClose} />
    </dialog>
  )
}

interface StageProps {
  readonly media: Media
  /** How a picture is turned and scaled. */
  readonly look: string
  readonly onClose: () => void
}

function Stage({ media: { url, name, isVideo }, look, onClose }: StageProps) {
  return (
    <div class="viewer-stage" onClick={(event) => event.target === event.currentTarget && onClose()}>
      {isVideo ? (
        <video key={url} class="viewer-media" src={url} controls autoplay />
      ) : (
        <img key={url} class="viewer-media" src={url} alt={name} style={{ transform: look }} />
      )}
    </div>
  )
}

function Tools({
  media,
  keys,
}: {
  readonly media: Media
  readonly keys: Readonly<Record<string, () => void>>
}) {
  const app = useApp()
  const tools = [
    { key: '+', label: t('viewer.zoom-in'), icon: ZoomIn },
    { key: '-', label: t('viewer.zoom-out'), icon: ZoomOut },
    { key: 'r', label: t('viewer.turn'), icon: RotateCw },
    { key: 's', label: t('viewer.save'), icon: Download },
  ]
  return (
    <>
      {tools
        .filter(({ key }) => !media.isVideo || key === 's')
        .map(({ key, label, icon }) => (
          <IconButton icon={icon} key={key} label={label} onClick={keys[key]} />
        ))}
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

function save({ url, name }: Media): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
