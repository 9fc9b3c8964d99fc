import { Checkbox } from '#site/ui/checkbox.tsx'
import { Combobox } from '#site/ui/combobox.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { Select } from '#site/ui/select.tsx'
import { Switch } from '#site/ui/switch.tsx'
import { toast } from '#site/ui/toast.tsx'
import { Chapter, Part } from './part.tsx'

const categories = ['Nature', 'Technology', 'Food', 'Craft', 'Science', 'Travel', 'Culture', 'Ideas'].map((label) => ({
  label,
  value: label.toLowerCase(),
}))

async function send({ handle = '' }: Record<string, string>) {
  await new Promise((done) => setTimeout(done, 600))
  if (handle === 'taken') return { fields: { handle: 'This handle is taken. Choose another.' } }
  if (handle === 'down') return { message: 'We could not reach the server. What you typed is still here; try again.' }
  await toast({ tone: 'success', title: 'Saved' })
  return undefined
}

export function Forms() {
  return (
    <Chapter name="Forms">
      <Part name="A whole form">
        <div className="max-w-md">
          <Form submit="Save" onSubmit={send}>
            <TextField name="name" label="Your name" required autoComplete="name" />
            <TextField name="handle" label="Handle" required hint="Try “taken” or “down” to see it refused." />
            <Select name="category" label="Category" options={categories} />
            <Combobox name="topic" label="Topic" options={categories} placeholder="Type to find one" />
            <TextArea name="about" label="About you" hint="A sentence or two." />
          </Form>
        </div>
      </Part>
      <Part name="Checkbox">
        <Checkbox label="Send me a letter on Sundays" name="letter" defaultChecked />
        <Checkbox label="Some of them" name="some" indeterminate />
        <Checkbox label="Not now" name="not-now" disabled />
      </Part>
      <Part name="Switch">
        <div className="max-w-xs">
          <Switch label="Take responses" defaultChecked />
          <Switch label="Feature this story" />
        </div>
      </Part>
    </Chapter>
  )
}
