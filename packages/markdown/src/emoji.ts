import { escapeAttribute } from './html.ts'
import type { Rendering } from './rendering.ts'

export const emojiSyntax = /:([\w\-+]+):/g

/** The built-in emoji that is a picture, known by the reaction type `zulip_extra_emoji`. */
export const extraEmoji = { name: 'zulip', url: '/static/generated/emoji/images/emoji/unicode/zulip.png' } as const

const codes = new Map<string, string>([['smile', '1f642'], ['thumbs_up', '1f44d'], ['heart', '2764']])

/** The code of a Unicode emoji by any of its names, for example `1f44d` for `thumbs_up`. */
export function emojiCode(name: string): string | undefined {
  return codes.get(name)
}

/** `:name:`: a custom emoji of the organization, the extra emoji or a Unicode emoji, in this order. */
export function renderEmoji(text: string, rendering: Rendering): string {
  if (!text.includes(':')) return text
  return text.replace(emojiSyntax, (source: string, name: string) => {
    const custom = rendering.lookups.emoji.find((emoji) => emoji.name === name)
    if (custom !== undefined) return rendering.put(pictureHtml(name, custom.url))
    if (name === extraEmoji.name) return rendering.put(pictureHtml(name, extraEmoji.url))
    const code = emojiCode(name)
    return code === undefined ? source : rendering.put(unicodeEmojiHtml(name, code))
  })
}

function pictureHtml(name: string, url: string): string {
  const title = name.replaceAll('_', ' ')
  return `<img alt=":${name}:" class="emoji" src="${escapeAttribute(url)}" title="${title}">`
}

export function unicodeEmojiHtml(name: string, code: string): string {
  const title = name.replaceAll('_', ' ')
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`
}
