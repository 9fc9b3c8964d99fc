import { Avatar } from '#site/ui/avatar.tsx'
import { Badge } from '#site/ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '#site/ui/button.tsx'
import { Card } from '#site/ui/card.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { type Column, Table } from '#site/ui/table.tsx'
import { Tabs } from '#site/ui/tabs.tsx'
import { Time } from '#site/ui/time.tsx'
import { Chapter, Part } from './part.tsx'

const stories = [
  { title: 'The hedge is a clock', state: 'Published', reads: 1824 },
  { title: 'An unfinished thought with a rather long title that has to be cut somewhere', state: 'Draft', reads: 0 },
]

const columns: Column<(typeof stories)[number]>[] = [
  { name: 'Title', cell: ({ title }) => title },
  { name: 'State', cell: ({ state }) => <Badge>{state}</Badge> },
  { name: 'Reads', numeric: true, cell: ({ reads }) => reads.toLocaleString('en-GB') },
]

export function Components() {
  return (
    <Chapter name="Components">
      <Part name="Buttons">
        <div className="flex flex-wrap items-center gap-3">
          <Button>Publish</Button>
          <Button tone="quiet">Save draft</Button>
          <Button tone="plain">Cancel</Button>
          <Button tone="danger">Delete</Button>
          <Button size="sm">Follow</Button>
          <Button busy>Publishing</Button>
          <Button disabled>Publish</Button>
          <ButtonLink to="/" tone="quiet">
            A link
          </ButtonLink>
          <IconButton label="Bookmark">
            <Icon name="bookmark" />
          </IconButton>
        </div>
      </Part>
      <Part name="Links">
        <p>
          A <TextLink to="/about">link in a sentence</TextLink>, and a{' '}
          <TextLink quiet to="/latest">
            quiet one
          </TextLink>
          .
        </p>
      </Part>
      <Part name="Pill links">
        <nav aria-label="Views" className="flex gap-2">
          <PillLink current to="/dev/ui">
            All
          </PillLink>
          <PillLink current={false} to="/dev/ui">
            Pictures
          </PillLink>
        </nav>
      </Part>
      <Part name="Avatars">
        <div className="flex items-center gap-4">
          {([24, 32, 40, 48, 96] as const).map((size) => (
            <Avatar key={size} name="Maren Holt" size={size} />
          ))}
          <Avatar name="ليلى حداد" size={48} />
        </div>
      </Part>
      <Part name="Badges">
        <div className="flex flex-wrap gap-2">
          <Badge>Draft</Badge>
          <Badge tone="primary">Published</Badge>
          <Badge tone="warning">In review</Badge>
          <Badge tone="danger">Removed</Badge>
        </div>
      </Part>
      <Part name="Cards">
        <Card className="max-w-md">
          <p className="font-serif text-lg font-semibold">A card</p>
          <p className="mt-1 text-gray-600">
            Last touched <Time at="2026-01-02T03:04:05Z" />
          </p>
        </Card>
      </Part>
      <Part name="Table">
        <Table caption="Stories" rows={stories} keyOf={({ title }) => title} columns={columns} />
      </Part>
      <Part name="Tabs">
        <Tabs
          label="For you or following"
          tabs={[
            { value: 'for-you', label: 'For you', content: 'Stories we think you would like.' },
            { value: 'following', label: 'Following', content: 'Stories by people you follow.' },
          ]}
        />
      </Part>
      <Part name="Pagination">
        <Pagination label="More stories" first="/latest" next="/latest?before=x" />
      </Part>
    </Chapter>
  )
}
