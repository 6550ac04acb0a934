import type { Caller } from './http-caller.ts'
import type { Installation } from './server-process.ts'

/** Uploads a text as a file `note.txt`, and returns its address on the server. */
export async function uploadText({ url }: Installation, caller: Caller, text: string): Promise<string> {
  const form = new FormData()
  form.append('file', new File([text], 'note.txt'))
  const response = await fetch(`${url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: caller.authorization },
    body: form,
  })
  return ((await response.json()) as { url: string }).url
}
