import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { Drawer } from '#site/ui/drawer.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#site/ui/menu.tsx'
import { Popover } from '#site/ui/popover.tsx'
import { Tooltip } from '#site/ui/tooltip.tsx'
import { Chapter, Part } from './part.tsx'

export function Layers() {
  return (
    <Chapter name="Layers">
      <Part name="Dialog">
        <Dialog
          trigger={<Button tone="quiet">Delete story</Button>}
          title="Delete this story?"
          description="It stays in the trash for thirty days."
          actions={
            <>
              <DialogClose>
                <Button tone="quiet">Cancel</Button>
              </DialogClose>
              <DialogClose>
                <Button tone="danger">Delete</Button>
              </DialogClose>
            </>
          }
        >
          Readers who have the link will see that it is gone.
        </Dialog>
      </Part>
      <Part name="Drawer">
        <Drawer trigger={<Button tone="quiet">Open the drawer</Button>} title="Settings of this story">
          <p className="text-gray-600">It comes in from the end of the line.</p>
        </Drawer>
      </Part>
      <Part name="Menu">
        <Menu trigger={<Button tone="quiet">More</Button>} align="start">
          <MenuItem icon="pencil">Edit</MenuItem>
          <MenuLink icon="eye" to="/latest">
            View
          </MenuLink>
          <MenuSeparator />
          <MenuItem icon="trash-2" tone="danger">
            Delete
          </MenuItem>
        </Menu>
      </Part>
      <Part name="Popover">
        <Popover trigger={<Button tone="quiet">Why am I seeing this?</Button>} title="Because you follow Nature">
          You can change this under topics.
        </Popover>
      </Part>
      <Part name="Tooltip">
        <Tooltip text="Thirty days from now it is gone">
          <Button tone="quiet">Trash</Button>
        </Tooltip>
      </Part>
    </Chapter>
  )
}
