import { useBoot, usePageData } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import type { developersData } from './developers-data.ts'
import type { Operation } from './openapi-reader.ts'
import { Prose } from './prose.tsx'

/** The API in a form for people; machines read the same from the document it links to. */
export default function DevelopersPage() {
  const { operations } = usePageData<typeof developersData>()
  const { base } = useBoot()
  return (
    <Prose title="For developers" lead="Everything this site shows, it reads from an API that you may read from, too.">
      <p>
        Answers are JSON. A refusal has a status, a code that does not change, a sentence that may, and the number of
        the request. Lists are paged: pass the <code className="font-mono text-sm">next</code> of one page as the{' '}
        <code className="font-mono text-sm">before</code> of the following. The same description for machines is an{' '}
        <a href={`${base}api/openapi.json`} className="text-primary-700 underline">
          OpenAPI document
        </a>
        .
      </p>
      <h2>Addresses</h2>
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
          Takes{' '}
          {parameters.map(({ name, where, required }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <code className="font-mono">{name}</code> ({where}
              {!required && ', optional'})
            </span>
          ))}
        </p>
      )}
      {takesBody && <p className="mt-1 text-sm text-gray-600">Takes a JSON body.</p>}
    </article>
  )
}
