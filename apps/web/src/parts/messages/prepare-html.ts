import { later } from '#parts/lazy.tsx'
import { characterOf } from '#state/emoji-character.ts'
import { t } from '#words/words.ts'
import { cleanHtml } from './clean-html.ts'
import { insideAddress } from './inside-address.ts'
import { prepareCode } from './prepare-code.ts'
import { prepareEmbeds } from './prepare-embeds.ts'
import { preparePictures } from './prepare-pictures.ts'
import type { Reader } from './reader.ts'

/** Makes the nodes of a message out of the server's HTML, as this reader sees them. */
export function prepareHtml(html: string, reader: Reader, hasAlertWord: boolean): DocumentFragment {
  const content = cleanHtml(html)
  // Most messages are plain: one look saves them ten searches.
  if (!content.querySelector('*')) return content
  prepareHeadings(content)
  if (reader.emojiForm === 'names') nameEmoji(content)
  else prepareEmoji(content)
  prepareMentions(content, reader)
  prepareTimes(content, reader)
  prepareLinks(content, reader)
  prepareCode(content, reader)
  preparePictures(content, reader)
  prepareSounds(content.querySelectorAll('audio'))
  prepareEmbeds(content)
  prepareSpoilers(content)
  prepareTables(content)
  for (const block of content.querySelectorAll('p, li, blockquote, h1, h2, h3, h4, h5, h6, td, th'))
    block.setAttribute('dir', 'auto')
  if (hasAlertWord) markAlertWords(content, reader.alertWords)
  return content
}

const sounds = later(() => import('./prepare-sounds.ts'))

/** Players are rare, and the code for them comes with the first one. */
function prepareSounds(players: NodeListOf<HTMLAudioElement>): void {
  if (players.length === 0) return
  const there = sounds.now()
  if (there) return there.prepareSounds(players)
  sounds.get().then(
    (came) => came.prepareSounds(players),
    () => undefined,
  )
}

/** The conversation is the first heading of the page, and what stands above columns the second: messages' come below. */
function prepareHeadings(content: DocumentFragment): void {
  for (const heading of content.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = Number(heading.localName.slice(1))
    const lower = document.createElement(`h${Math.min(6, level + 2)}`)
    lower.className = `heading-${level}`
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
}

/** Emoji come as spans with the code points in a class and `:name:` as text. */
function prepareEmoji(content: DocumentFragment): void {
  for (const emoji of content.querySelectorAll<HTMLElement>('span.emoji')) {
    const code = [...emoji.classList].find((name) => name.startsWith('emoji-'))?.slice('emoji-'.length)
    const character = characterOf(code ?? '')
    if (character === undefined) continue
    emoji.textContent = character
    prepareTip(emoji)
  }
  for (const picture of content.querySelectorAll<HTMLElement>('img.emoji')) prepareTip(picture)
  const paragraph = content.childElementCount === 1 ? content.querySelector(':scope > p') : null
  const parts = [...(paragraph?.childNodes ?? [])]
  const isEmoji = (node: ChildNode) => node instanceof HTMLElement && node.classList.contains('emoji')
  const isOnlyEmoji = parts.every((node) => isEmoji(node) || node.textContent?.trim() === '')
  if (parts.length > 0 && isOnlyEmoji && parts.filter(isEmoji).length <= 3)
    paragraph?.classList.add('emoji-large')
}

/** Shows emoji as their names. Those of the server have them as text, the organization's own come as pictures. */
function nameEmoji(content: DocumentFragment): void {
  for (const picture of content.querySelectorAll<HTMLImageElement>('img.emoji'))
    picture.replaceWith(picture.alt)
  for (const emoji of content.querySelectorAll('span.emoji')) emoji.replaceWith(emoji.textContent)
}

function prepareTip(element: HTMLElement): void {
  const name = element.title || element.getAttribute('alt')
  if (!name) return
  element.removeAttribute('title')
  element.dataset['tip'] = `:${name.replaceAll(' ', '_').replaceAll(':', '')}:`
}

function prepareMentions(content: DocumentFragment, reader: Reader): void {
  for (const mention of content.querySelectorAll<HTMLElement>('span.user-mention[data-user-id]')) {
    const userId = Number(mention.dataset['userId'])
    const isWildcard = mention.dataset['userId'] === '*'
    const isSilent = mention.classList.contains('silent')
    if ((userId === reader.userId || isWildcard) && !isSilent) mention.classList.add('mention-own')
    // A channel's wildcard opens nothing.
    if (isWildcard) continue
    const name = reader.nameOf(userId)
    if (name !== undefined) mention.textContent = isSilent ? name : `@${name}`
    asButton(mention, 'person')
  }
  for (const mention of content.querySelectorAll<HTMLElement>('span.user-group-mention')) {
    const isSilent = mention.classList.contains('silent')
    if (reader.groupIds.has(Number(mention.dataset['userGroupId'])) && !isSilent)
      mention.classList.add('mention-own')
    asButton(mention, 'group')
  }
  for (const mention of content.querySelectorAll('span.topic-mention:not(.silent)'))
    mention.classList.add('mention-own')
}

/** Makes an element something to press. `act` says what it does: the list listens for all of them. */
function asButton(element: HTMLElement, act: string): void {
  element.dataset['act'] = act
  element.tabIndex = 0
  element.setAttribute('role', 'button')
  element.setAttribute('dir', 'auto')
}

function prepareTimes(content: DocumentFragment, { times }: Reader): void {
  for (const time of content.querySelectorAll('time[datetime]')) {
    const written = time.getAttribute('datetime') ?? ''
    const seconds = Date.parse(written) / 1000
    if (Number.isNaN(seconds)) continue
    time.textContent = times.moment(seconds)
    time.setAttribute('tabindex', '0')
    time.setAttribute(
      'data-tip',
      `${times.exact(seconds)}\n${written.replace('T', ' ').replace('Z', ' UTC')}`,
    )
  }
}

/** Links that lead into the application open in it; all others in a window of their own, which learns nothing of this one. */
function prepareLinks(content: DocumentFragment, reader: Reader): void {
  for (const link of content.querySelectorAll('a')) {
    const href = link.getAttribute('href')
    if (href === null) continue
    const inside = insideAddress(href, location.href)
    if (inside !== undefined) {
      link.setAttribute('href', inside)
      const name = reader.channelNameOf(Number(link.dataset['streamId']))
      if (link.classList.contains('stream') && name !== undefined) link.textContent = `#${name}`
    } else {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
  }
}

/** The header of a spoiler is the button that shows it. Where it holds links or pictures, a button stands beside it. */
function prepareSpoilers(content: DocumentFragment): void {
  for (const spoiler of content.querySelectorAll('div.spoiler-block')) {
    const header = spoiler.querySelector(':scope > .spoiler-header')
    const hidden = spoiler.querySelector<HTMLElement>(':scope > .spoiler-content')
    if (!header || !hidden) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'spoiler-button'
    button.dataset['act'] = 'spoiler'
    button.setAttribute('aria-expanded', 'false')
    const title = document.createElement('span')
    title.setAttribute('dir', 'auto')
    if (
      header.querySelector('a, img, video, audio, [data-act], [tabindex]') ||
      header.textContent.trim() === ''
    ) {
      title.textContent = t('message.spoiler')
      header.append(button)
    } else {
      // A button holds no paragraphs: only what stands in them.
      for (const child of [...header.children]) title.append(...child.childNodes, ' ')
      header.replaceChildren(button)
    }
    button.append(title)
    hidden.hidden = true
    hidden.removeAttribute('aria-hidden')
  }
}

function prepareTables(content: DocumentFragment): void {
  for (const table of content.querySelectorAll('table')) {
    const box = document.createElement('div')
    box.className = 'table-box'
    box.tabIndex = 0
    table.replaceWith(box)
    box.append(table)
  }
}

function markAlertWords(content: DocumentFragment, words: readonly string[]): void {
  const escaped = words
    .filter((word) => word.trim() !== '')
    .map((word) => word.trim().replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`))
  if (escaped.length === 0) return
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.parentElement?.closest('.katex, .user-mention, .user-group-mention, button')) continue
    const found = [...text.data.matchAll(pattern)].toReversed()
    for (const { index, 0: word } of found) {
      const rest = text.splitText(index)
      rest.splitText(word.length)
      const mark = document.createElement('mark')
      mark.className = 'alert-word'
      rest.replaceWith(mark)
      mark.append(rest)
    }
  }
}
