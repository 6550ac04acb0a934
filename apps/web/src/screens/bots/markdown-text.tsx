/** Shows a sentence of the server without the signs of its Markdown: `*500*`, `` `x` ``, `#**ops**`, `[a](b)`. */
export function MarkdownText({ text }: { readonly text: string }) {
  return <>{plainOf(text)}</>
}

const plainOf = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/#\*\*([^*]+)\*\*/g, '#$1')
    .replaceAll(/(\*\*|\*|`)(\S(?:.*?\S)?)\1/g, '$2')
