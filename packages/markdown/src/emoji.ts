import { emojiCode, emojiName, extraEmoji } from './emoji-names.ts'
import { escapeAttribute } from './html.ts'
import type { Rendering } from './rendering.ts'

const emojiSyntax = /:([\p{L}\p{N}_\-+]+):/gu

/** Renders `:name:`: a custom emoji of the organization, the extra emoji or a Unicode emoji, in this order. */
export function renderNamedEmoji(text: string, rendering: Rendering): string {
  if (!text.includes(':')) return text
  return text.replace(emojiSyntax, (source: string, name: string) => {
    const custom = rendering.names.customEmoji(name)
    if (custom !== undefined) return rendering.put(pictureHtml(name, custom.url))
    if (name === extraEmoji.name) return rendering.put(pictureHtml(name, extraEmoji.url))
    const code = emojiCode(name)
    // Unknown names are put away too: no other emoji may use their colons.
    return rendering.put(code === undefined ? source : characterHtml(name, code))
  })
}

/** UTS #51: a flag, or emoji with modifiers and selectors, joined by zero-width joiners. */
const element = String.raw`(?:\p{RI}\p{RI}|\p{Emoji}(?:\p{EMod}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]+\u{E007F})?)`
const emojiSequence = new RegExp(String.raw`${element}(?:\u200D${element})*`, 'gu')
const textByDefault = /^\P{Emoji_Presentation}\u20E3?$/u
const mayHoldEmoji = /[^\0-\u00A8]/

/**
 * Renders emoji typed as characters. Characters that Unicode shows as text by default (digits, arrows) stay text unless
 * a selector asks for the picture. Sequences that the table does not know stay text too.
 */
export function renderEmojiCharacters(text: string, rendering: Rendering): string {
  if (!mayHoldEmoji.test(text)) return text
  return text.replace(emojiSequence, (sequence) => {
    if (textByDefault.test(sequence)) return sequence
    const code = [...sequence.replaceAll('\uFE0F', '')].map(hexadecimal).join('-')
    const name = emojiName(code)
    return name === undefined ? sequence : rendering.put(characterHtml(name, code))
  })
}

function hexadecimal(character: string): string {
  return character.codePointAt(0)!.toString(16).padStart(4, '0')
}

/** Emoticons, each with the name of its emoji. */
export const emoticons: Readonly<Record<string, string>> = {
  ':)': 'slight_smile',
  '(:': 'slight_smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'smile',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
}

/** An emoticon stands alone: at an end of the text, beside whitespace or beside one of these marks. */
const emoticon = /(?<![^\s,.;?!()[\]"'])(?::[)(|/DoOpP]|\(:|<3|;\))(?![^\s,.;?!()[\]"'])/g

/** Renders `:)` and its like, for senders who have chosen this. */
export function renderEmoticons(text: string, rendering: Rendering): string {
  if (!rendering.lookups.options.translateEmoticons) return text
  return text.replace(emoticon, (source) => {
    const name = emoticons[source]
    const code = name === undefined ? undefined : emojiCode(name)
    return name === undefined || code === undefined ? source : rendering.put(characterHtml(name, code))
  })
}

function pictureHtml(name: string, url: string): string {
  const title = name.replaceAll('_', ' ')
  return `<img alt=":${name}:" class="emoji" src="${escapeAttribute(url)}" title="${title}">`
}

function characterHtml(name: string, code: string): string {
  const title = name.replaceAll('_', ' ')
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`
}
