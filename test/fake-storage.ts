import type { Send, StorageResponse, StorageRequest } from '#site/storage/xhr.ts'

export type InjectedFailure = (
  request: StorageRequest,
  nth: number,
) => number | 'no-answer' | 'lost-answer' | 'hang' | undefined

// Missing in jsdom.
Blob.prototype.arrayBuffer ??= async () => new ArrayBuffer(0)

/** An in-memory server for the Firebase-compatible storage API. Tests can inject failures. */
export function fakeStorage({
  trouble = () => undefined,
  token = 'token',
}: { trouble?: InjectedFailure; token?: string } = {}) {
  const requests: StorageRequest[] = []
  const objects = new Map<string, number>()
  const open = new Map<string, { name: string; size: number; arrived: number; final: boolean }>()
  const state = { token }
  let begun = 0

  function resource(name: string) {
    return answer(200, {}, JSON.stringify({ name, size: String(objects.get(name)) }))
  }

  function handle({ method, url, headers = {}, body }: StorageRequest): StorageResponse {
    if (headers['authorization'] !== `Firebase ${state.token}`) return answer(401)
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const upload = open.get(searchParams.get('upload_id') ?? '')
    const command = headers['x-goog-upload-command'] ?? ''
    if (searchParams.has('upload_id') && !upload) return answer(404)
    if (upload && command === 'query') return uploadStatus(upload)
    if (upload) {
      if (Number(headers['x-goog-upload-offset']) !== upload.arrived) return answer(400)
      upload.arrived += sizeOf(body)
      upload.final = command.includes('finalize')
      if (!upload.final) return uploadStatus(upload)
      objects.set(upload.name, upload.arrived)
      const { text } = resource(upload.name)
      return { ...uploadStatus(upload), text }
    }
    const name = searchParams.get('name') ?? decodeURIComponent(pathname.split('/o/')[1] ?? '')
    if (method === 'GET') return objects.has(name) ? resource(name) : answer(404)
    if (method === 'DELETE') return answer(objects.delete(name) ? 204 : 404)
    if (command === 'start') {
      const id = String(++begun)
      const size = Number(headers['x-goog-upload-header-content-length'])
      open.set(id, { name, size, arrived: 0, final: false })
      // The server may have another host name than the one the browser uses.
      return answer(200, { 'x-goog-upload-url': `https://elsewhere.example${pathname}?upload_id=${id}` })
    }
    const [, metadata = ''] = /boundary=(\w+)/.exec(headers['content-type'] ?? '') ?? []
    objects.set(name, sizeOf(body) - overhead(name, metadata, body))
    return resource(name)
  }

  const send: Send = (request, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      requests.push(request)
      const wrong = trouble(request, requests.length)
      if (wrong === 'hang') return signal.addEventListener('abort', () => reject(signal.reason))
      if (wrong === 'no-answer') return reject(new TypeError('Failed to fetch'))
      if (typeof wrong === 'number') return resolve(answer(wrong))
      request.onProgress?.(sizeOf(request.body))
      const said = handle(request)
      if (wrong === 'lost-answer') reject(new TypeError('Failed to fetch'))
      else resolve(said)
    })

  const commands = () =>
    requests.map(
      ({ method, headers }) => headers?.['x-goog-upload-command'] ?? headers?.['x-goog-upload-protocol'] ?? method,
    )
  return { send, requests, objects, open, state, commands }
}

function uploadStatus({ arrived, final }: { arrived: number; final: boolean }) {
  return answer(200, {
    'x-goog-upload-status': final ? 'final' : 'active',
    'x-goog-upload-size-received': String(arrived),
  })
}

function answer(status: number, headers: Record<string, string> = {}, text = ''): StorageResponse {
  return { status, text, header: (name) => headers[name.toLowerCase()] ?? null }
}

function sizeOf(body: Blob | string | undefined) {
  return typeof body === 'string' ? body.length : (body?.size ?? 0)
}

/** The size of a multipart body without the file. A Blob cannot be read synchronously, so this relies on our format. */
function overhead(name: string, boundary: string, body: Blob | string | undefined) {
  const type = body instanceof Blob ? body.type : ''
  const contentType = type || 'image/png'
  const about = JSON.stringify({ name, contentType })
  return `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${about}\r\n--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n\r\n--${boundary}--`
    .length
}

export function aFile(size: number, name = 'photo.png', type = 'image/png') {
  return new File([new Uint8Array(size)], name, { type })
}
