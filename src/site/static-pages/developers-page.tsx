import { useBoot, usePageData } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import type { developersData } from './developers-data.ts'
import type { Operation } from './openapi-reader.ts'
import { Prose } from './prose.tsx'

export default function DevelopersPage() {
  const { operations } = usePageData<typeof developersData>()
  const { base } = useBoot()
  return (
    <Prose title="For developers" lead="Everything on this site is available through an API.">
      <p>
        Responses are JSON. An error has an HTTP status, a stable code, a message and a request ID. Lists are paginated:
        pass <code className="font-mono text-sm">next</code> of one page as{' '}
        <code className="font-mono text-sm">before</code> to get the following page. The API is also described by an{' '}
        <a href={`${base}api/openapi.json`} className="text-primary-700 underline">
          OpenAPI document
        </a>
        .
      </p>
      <h2>API keys</h2>
      <p>
        Programs authenticate with an API key in the header{' '}
        <code className="font-mono text-sm">Authorization: Bearer bramble_sk_…</code>. Admins create keys in the
        settings of the admin area and choose their scopes. A key can call the endpoints that name one of its scopes,
        and reads that need no sign-in. Keep it on a server: code in a browser or an app reveals it to its users.
      </p>
      <h2>Endpoints</h2>
      <ul className="!list-none !ps-0">
        {operations.map((operation) => (
          <li key={`${operation.method} ${operation.path}`} className="!mt-0 border-b border-gray-200 py-4">
            <OperationEntry {...operation} />
          </li>
        ))}
      </ul>
    </Prose>
  )
}

function OperationEntry({ method, path, summary, access, parameters, takesBody }: Operation) {
  return (
    <article>
      <h3 className="flex flex-wrap items-center gap-2 font-mono text-sm break-all">
        <Badge tone={method === 'GET' ? 'primary' : 'warning'}>{method}</Badge>
        {path}
      </h3>
      <p className="mt-1.5 text-base">{summary}</p>
      {access && <p className="mt-1 text-sm text-gray-600">{access}</p>}
      {parameters.length > 0 && (
        <p className="mt-1 text-sm text-gray-600">
          Parameters:{' '}
          {parameters.map(({ name, where, required }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <code className="font-mono">{name}</code> ({where}
              {!required && ', optional'})
            </span>
          ))}
        </p>
      )}
      {takesBody && <p className="mt-1 text-sm text-gray-600">JSON body required.</p>}
    </article>
  )
}
