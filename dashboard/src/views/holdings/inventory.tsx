import type { Inventory } from '@itemtape/client';
import { useState } from 'preact/hooks';
import type { Game } from '../../games.ts';
import { useOneAtATime } from '../../one-at-a-time.ts';
import { lastGame } from '../../stored/game.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { serviceTape } from '../../tape.ts';
import { currency, priceText } from '../../text/currency.ts';
import { translate } from '../../text/translate.ts';
import { inventoryColumns } from './columns.tsx';
import { type Act, GameField, recordedText } from './record.tsx';

const hiddenText: Readonly<Record<Inventory['hidden'][number], string>> = {
  recentTrades: translate('what was traded in the last ten days'),
  storageUnits: translate('what is in storage units'),
  tradeProtected: translate('items under trade protection'),
};

type Props = { readonly act: Act; readonly way: 'bid' | 'list' };

/** Reads a public Steam inventory, and records it as purchases. */
export function InventoryForm({ act, way }: Props) {
  const [profile, setProfile] = useState('');
  const [game, setGame] = useState<Game>(lastGame.value ?? 'CS2');
  const [inventory, setInventory] = useState<Inventory | null>(null);
  const oneAtATime = useOneAtATime();
  const { holdings } = serviceTape();
  const read = async () => {
    setInventory(null);
    setInventory(await holdings.inventory({ profile, game, way, currency: currency.value }));
  };
  const takeOver = async () => {
    if (inventory === null) return null;
    const added = await holdings.takeOver({ profile: inventory.steamId, game: inventory.game });
    setInventory(null);
    return recordedText(added);
  };
  return (
    <>
      <form
        class="panel rule-form"
        aria-labelledby="inventory"
        onSubmit={(event) => {
          event.preventDefault();
          oneAtATime(() => act(read));
        }}
      >
        <h2 id="inventory">{translate('Steam inventory')}</h2>
        <div class="fields">
          <label class="named grow">
            <span>{translate('Steam id, or address of the profile')}</span>
            <input
              required
              autocomplete="off"
              placeholder="https://steamcommunity.com/id/…"
              value={profile}
              onInput={(event) => setProfile(event.currentTarget.value)}
            />
          </label>
          <GameField game={game} choose={setGame} />
          <button type="submit" class="primary beside-field">
            {translate('Look')}
          </button>
        </div>
      </form>
      {inventory !== null && <Found inventory={inventory} takeOver={() => oneAtATime(() => act(takeOver))} />}
    </>
  );
}

function Found({ inventory, takeOver }: { readonly inventory: Inventory; readonly takeOver: () => void }) {
  const { game, items, hidden, value, currency: shown } = inventory;
  return (
    <TablePanel
      isOwn
      id="inventory-items"
      title={translate('In the inventory')}
      about={priceText(value, shown)}
      kind="cards"
      columns={inventoryColumns(shown)}
      rows={items.map((item) => ({ ...item, game }))}
      keyOf={({ assetId }) => assetId}
      none={translate('This inventory shows nothing.')}
      tools={
        <button type="button" class="tool" onClick={takeOver}>
          {translate('Take over as purchases')}
        </button>
      }
    >
      {hidden.length > 0 && (
        <p class="quiet">
          {translate('Steam does not show: {what}.', { what: hidden.map((one) => hiddenText[one]).join(', ') })}
        </p>
      )}
    </TablePanel>
  );
}
