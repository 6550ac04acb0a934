import { uploadPathId } from './address.ts'
import { escapeAttribute } from './html.ts'
import type { Lookups, UploadedMedia } from './lookups.ts'

/** The picture shown until an uploaded image has a thumbnail. Clients know the element by its class. */
export const loadingPictureUrl = '/static/images/loading/loader-black.svg'

/** The number of previews in one message. Further links stay links. */
export const maxPreviews = 24

const imagePath = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i
const videoPath = /\.(?:mp4|webm)$/i
const videoTypes: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'video/webm'])

/** Whether an address leads to a picture: a known upload, or another address with a picture's file extension. */
export function isImageAddress(href: string, lookups: Lookups): boolean {
  const pathId = uploadPathId(href)
  if (pathId !== null) return mediaOf(pathId, lookups)?.image != null
  return /^https?:/i.test(href) && imagePath.test(pathOf(href))
}

/**
 * Writes the preview of a link to a picture or video, or returns null. `title` is the link's text, or null for a bare
 * address.
 */
export function previewHtml(href: string, title: string | null, lookups: Lookups): string | null {
  if (!lookups.options.imagePreviews) return null
  const anchor = `href="${escapeAttribute(href)}"${title === null ? '' : ` title="${escapeAttribute(title)}"`}`
  const pathId = uploadPathId(href)
  if (pathId === null) return externalPreview(href, anchor, lookups)
  const media = mediaOf(pathId, lookups)
  if (media === undefined) return null
  if (videoTypes.has(media.contentType)) return videoHtml(anchor, `src="${escapeAttribute(href)}"`)
  if (media.image === null) return null
  const { attributes, source } = imageParts(media, media.image)
  const placeholder = media.image.thumbnailUrl === null ? ' class="image-loading-placeholder"' : ''
  return imageHtml('message_inline_image', anchor, `<img${placeholder}${attributes} ${source}>`)
}

/**
 * Pictures and videos on other servers are shown only if the organization has an address for clients to load them from.
 */
function externalPreview(href: string, anchor: string, { options }: Lookups): string | null {
  const { externalMediaUrl } = options
  if (externalMediaUrl === null || !/^https?:/i.test(href)) return null
  const path = pathOf(href)
  if (videoPath.test(path)) {
    const original = `data-video-original-url="${escapeAttribute(href)}" `
    return videoHtml(anchor, `src="${escapeAttribute(externalMediaUrl(href))}"`, original)
  }
  if (imagePath.test(path)) {
    return imageHtml('message_inline_image', anchor, `<img src="${escapeAttribute(externalMediaUrl(href))}">`)
  }
  const videoId = youtubeVideoId(href)
  if (videoId === null) return null
  const picture = externalMediaUrl(`https://i.ytimg.com/vi/${videoId}/mqdefault.jpg`)
  return imageHtml(
    'youtube-video message_inline_image',
    `data-id="${videoId}" href="${escapeAttribute(href)}"`,
    `<img src="${escapeAttribute(picture)}">`,
  )
}

function imageHtml(classes: string, anchor: string, image: string): string {
  return `<div class="${classes}"><a ${anchor}>${image}</a></div>`
}

function videoHtml(anchor: string, source: string, original = ''): string {
  const video = `<video ${original}preload="metadata" ${source}></video>`
  return `<div class="message_inline_image message_inline_video"><a ${anchor}>${video}</a></div>`
}

const audioPath = /\.(?:aac|flac|m4a|mp3|wav)$/i

/** Writes the player for a sound on another server. */
function externalAudioHtml(href: string, alt: string, { options }: Lookups): string | null {
  if (options.externalMediaUrl === null || !/^https?:/i.test(href) || !audioPath.test(pathOf(href)))
    return null
  const title = alt === '' ? '' : ` title="${escapeAttribute(alt)}"`
  const source = escapeAttribute(options.externalMediaUrl(href))
  return `<audio controls data-original-url="${escapeAttribute(href)}" preload="metadata" src="${source}"${title}></audio>`
}

/**
 * Writes the element for `![alt](address)` (feature level 437): an uploaded picture or a player for a sound (405).
 * Returns null for everything else, which becomes a link (467).
 */
export function embeddedMediaHtml(href: string, alt: string, lookups: Lookups): string | null {
  const pathId = uploadPathId(href)
  if (pathId === null) return externalAudioHtml(href, alt, lookups)
  const media = mediaOf(pathId, lookups)
  if (media === undefined) return null
  const original = escapeAttribute(`/user_uploads/${media.pathId}`)
  if (media.contentType.startsWith('audio/')) {
    const title = alt === '' ? '' : ` title="${escapeAttribute(alt)}"`
    return `<audio controls preload="metadata" src="${original}"${title}></audio>`
  }
  if (media.image === null) return null
  const { attributes, source, transcoded } = imageParts(media, media.image)
  const classes =
    media.image.thumbnailUrl === null ? 'inline-image image-loading-placeholder' : 'inline-image'
  const rest = attributes.slice(0, attributes.length - transcoded.length)
  return `<img alt="${escapeAttribute(alt)}" class="${classes}"${rest} data-original-src="${original}"${transcoded} ${source}>`
}

function imageParts(
  media: UploadedMedia,
  image: NonNullable<UploadedMedia['image']>,
): { attributes: string; source: string; transcoded: string } {
  const animated = image.animated ? ' data-animated="true"' : ''
  const type = ` data-original-content-type="${escapeAttribute(media.contentType)}"`
  const size = ` data-original-dimensions="${image.width}x${image.height}"`
  const transcoded =
    image.transcoded === null ? '' : ` data-transcoded-image="${escapeAttribute(image.transcoded)}"`
  const source = `src="${escapeAttribute(image.thumbnailUrl ?? loadingPictureUrl)}"`
  return { attributes: animated + type + size + transcoded, source, transcoded }
}

function mediaOf(pathId: string, lookups: Lookups): UploadedMedia | undefined {
  return lookups.media.find((media) => media.pathId === pathId)
}

function pathOf(href: string): string {
  return href.replace(/[?#].*$/s, '')
}

const youtubeHost = /^https?:\/\/(?:(?:m\.|www\.)?youtube(?:-nocookie)?\.com|youtu\.be)\//i

function youtubeVideoId(href: string): string | null {
  if (!youtubeHost.test(href) || !URL.canParse(href)) return null
  const { hostname, pathname, searchParams } = new URL(href)
  const [, first = '', second = ''] = pathname.split('/')
  let id: string | null | undefined = null
  if (hostname.toLowerCase() === 'youtu.be') id = first
  else if (first === 'watch' || first === 'watch_popup') id = searchParams.get('v')
  else if (first === 'watch_videos') id = searchParams.get('video_ids')?.split(',')[0]
  else if (first === 'embed' || first === 'shorts' || first === 'v') id = second
  return id != null && /^[\w-]+$/.test(id) ? id : null
}
