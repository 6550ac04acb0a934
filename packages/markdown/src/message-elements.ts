// The list of all that the renderer makes. A message's HTML holds nothing else: the renderer's tests say so, and whoever
// puts messages into a page can hold them to it.

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/** The elements of a message outside of formulas, with their attributes. */
export const messageElements: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    a: ['href', 'title', 'class', 'style', 'data-stream-id', 'data-id'],
    audio: ['controls', 'preload', 'src', 'title', 'data-original-url'],
    blockquote: [],
    br: [],
    code: [],
    del: [],
    div: ['class', 'aria-hidden', 'data-code-language'],
    em: [],
    ...Object.fromEntries(headings.map((name) => [name, []])),
    hr: [],
    img: [
      ...['alt', 'class', 'src', 'title', 'data-animated', 'data-original-content-type'],
      ...['data-original-dimensions', 'data-original-src', 'data-transcoded-image'],
    ],
    li: [],
    ol: ['start'],
    p: [],
    pre: [],
    span: [
      'class',
      'title',
      'style',
      'aria-hidden',
      'aria-label',
      'role',
      'data-user-id',
      'data-user-group-id',
    ],
    strong: [],
    table: [],
    tbody: [],
    td: ['style'],
    th: ['style'],
    thead: [],
    time: ['datetime'],
    tr: [],
    ul: [],
    video: ['preload', 'src', 'data-video-original-url'],
  } satisfies Record<string, readonly string[]>).map(([name, attributes]) => [name, new Set(attributes)]),
)

/** The elements inside formulas. */
export const formulaElements: ReadonlySet<string> = new Set(
  (
    'math semantics annotation mrow mi mn mo ms mtext mspace mstyle msup msub msubsup mover munder munderover mfrac ' +
    'msqrt mroot mtable mtr mtd mpadded mphantom menclose mglyph svg path line g'
  ).split(' '),
)

/** The attributes inside formulas, in lower case: of MathML, and of the few drawings. None has an address. */
export const formulaAttributes: ReadonlySet<string> = new Set(
  (
    'accent accentunder aria-hidden class columnalign columnlines columnspacing d depth display displaystyle encoding ' +
    'fence form height largeop linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize ' +
    'minsize movablelimits notation preserveaspectratio rowlines rowspacing rspace scriptlevel separator side stretchy ' +
    'stroke-width style symmetric viewbox voffset width x1 x2 xmlns y1 y2'
  ).split(' '),
)

/** The classes of elements outside of formulas. Pygments' classes of code have three letters or digits at most. */
const messageClass =
  /^(?:emoji(?:-[0-9a-f-]+)?|(?:user|user-group|topic|channel-wildcard)-mention|silent|stream|stream-topic|message-link|message_inline_(?:image|video)|youtube-video|message_embed(?:_(?:image|title|description))?|data-container|inline-image|image-loading-placeholder|codehilite|spoiler-(?:block|header|content)|tex-error|katex(?:-display)?|[a-z][a-z0-9]{0,2})$/

/** Whether an element outside of formulas may have a class. */
export function isMessageClass(name: string): boolean {
  return messageClass.test(name)
}

const safeAddress = /^(?:https?:|ftps?:|file:|geo:|mailto:|tel:|sms:|#|\/(?!\/)|user_uploads\/)/i

/** Whether a link of a message may lead to an address. */
export function isMessageAddress(address: string): boolean {
  return safeAddress.test(address)
}

const declaration =
  /^(?:(?:height|width|min-width|top|bottom|left|right|margin(?:-(?:left|right|top|bottom))?|padding(?:-(?:left|right|top|bottom))?|vertical-align|text-align|text-shadow|border(?:-[a-z]+)*|color|background-color|font-weight|font-style|font-family|font-size)\s*:[^:;(){}\\]*|(?:color|background-color|border-color)\s*:\s*rgba?\([\d\s,.%]+\)|background-image\s*:\s*url\("\/external_content\/[0-9a-f/]*"\)|position\s*:\s*relative)$/i

/** Whether the `style` of an element only sizes, moves a little, aligns or colours it. */
export function isMessageStyle(style: string): boolean {
  return style.split(';').every((part) => part.trim() === '' || declaration.test(part.trim()))
}
