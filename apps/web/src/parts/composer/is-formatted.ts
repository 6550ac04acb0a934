/** Whether a text has formatting that is worth keeping. Plain text in a wrapper has none. */
export function isFormatted(root: ParentNode): boolean {
  return (
    root.querySelector(
      'a[href], b, strong, i, em, s, del, strike, code, pre, ul, ol, blockquote, table, h1, h2, h3, h4, h5, h6',
    ) !== null || root.querySelector('[style*="font-weight"], [style*="italic"]') !== null
  )
}
