import type { FirstLoad } from './bundle.ts'

/** Returns the page at `/`: the same for everybody, so that browsers may keep it for a start offline. */
export function clientPage({
  entries,
  imports,
  styles,
  fonts,
  laterStyles,
  formulaStyles,
  searchWorker,
  outsideWorker,
}: FirstLoad): string {
  const links = [
    ...(laterStyles === undefined ? [] : [`<meta name="later-styles" content="${laterStyles}">`]),
    ...(formulaStyles === undefined ? [] : [`<meta name="formula-styles" content="${formulaStyles}">`]),
    ...(searchWorker === undefined ? [] : [`<meta name="search-worker" content="${searchWorker}">`]),
    ...(outsideWorker === undefined ? [] : [`<meta name="outside-worker" content="${outsideWorker}">`]),
    ...styles.map((path) => `<link rel="stylesheet" href="${path}">`),
    ...imports.map((path) => `<link rel="modulepreload" href="${path}">`),
    ...fonts.map((path) => `<link rel="preload" as="font" type="font/woff2" href="${path}" crossorigin>`),
    ...entries.map((path) => `<script type="module" src="${path}"></script>`),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Tagma</title>
<meta name="description" content="Team chat in which every conversation has its topic.">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171412" media="(prefers-color-scheme: dark)">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
${links.join('\n')}
</head>
<body><noscript>Tagma needs JavaScript. Allow it for this address and load the page again.</noscript></body>
</html>
`
}
