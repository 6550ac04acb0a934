import { renderChannelLinks } from './channel-link.ts'
import { renderCodeSpans } from './code-span.ts'
import { renderEmojiCharacters, renderEmoticons, renderNamedEmoji } from './emoji.ts'
import { renderDeleted, renderEmphasis, renderStrong, renderStrongEmphasis, type Rest } from './emphasis.ts'
import { renderBareUrls, renderLinkifiers, renderLinks } from './link.ts'
import { renderMath } from './math.ts'
import { renderGroupMentions, renderUserMentions } from './mention.ts'
import type { Rendering } from './rendering.ts'
import { renderTimes } from './time.ts'

/** Replaces one construct everywhere in the text by placeholders. */
type Step = (text: string, rendering: Rendering, inQuote: boolean, rest: Rest) => string

/** The constructs by rank. Later ones do not see what earlier ones have recognized. */
const steps: readonly Step[] = [
  renderCodeSpans,
  renderMath,
  (text, rendering, _, rest) => renderStrongEmphasis(text, rendering, rest),
  renderUserMentions,
  renderChannelLinks,
  renderTimes,
  renderGroupMentions,
  renderLinks,
  renderBareUrls,
  renderLinkifiers,
  (text, rendering, _, rest) => renderStrong(text, rendering, withLinkifiers(rendering, rest)),
  (text, rendering, _, rest) => renderEmphasis(text, rendering, withLinkifiers(rendering, rest)),
  (text, rendering, _, rest) => renderDeleted(text, rendering, withLinkifiers(rendering, rest)),
  renderNamedEmoji,
  renderEmoticons,
  renderEmojiCharacters,
]

/** Linkifiers look at the text inside the marks once more: a match may stand right beside them, as in `**#31**`. */
function withLinkifiers(rendering: Rendering, rest: Rest): Rest {
  return (inner) => rest(renderLinkifiers(inner, rendering))
}

/** Renders the text of one block: everything that a paragraph can contain. */
export function renderInline(text: string, rendering: Rendering, inQuote: boolean): string {
  return runFrom(0, text, rendering, inQuote)
}

function runFrom(first: number, source: string, rendering: Rendering, inQuote: boolean): string {
  let text = source
  for (let index = first; index < steps.length; index++) {
    text = steps[index]!(text, rendering, inQuote, (inner) => runFrom(index + 1, inner, rendering, inQuote))
  }
  return rendering.finish(text)
}
