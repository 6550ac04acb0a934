// In development only: loads the page again after a build. Each build changes the ETag of the page.

let known: string | null = null

setInterval(() => void look(), 300)

async function look(): Promise<void> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (!answer?.ok) return
  const etag = answer.headers.get('etag')
  if (known !== null && etag !== known) location.reload()
  known = etag
}
