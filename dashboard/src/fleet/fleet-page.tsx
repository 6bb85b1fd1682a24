/** How is the fleet doing? Figures of a day, a week or a month, each beside the same of the period before. */
import type { FigureView, FleetView, ShareView } from "../../../src/protocol/daemon/fleet.ts";
import { client } from "../data/client.ts";
import { useResource } from "../data/resource.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { formatClockTime, formatUsd, pluralize } from "../lib/words.ts";
import { useQuotas } from "../parts/rests.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { Switch } from "../parts/switch.tsx";
import { useTab } from "../shell/tab.ts";
import { LandedChart } from "./landed-chart.tsx";
import { LeadChart } from "./lead-chart.tsx";
import { formatMinuteTick } from "./scale.ts";

const periods = ["day", "week", "month"] as const satisfies readonly FleetView["period"][];

export function FleetPage() {
  useTab("Fleet");
  const asked = useQuery("period");
  const period = periods.find((name) => name === asked) ?? "week";
  const project = useQuery("project") ?? "";
  const { data, error, reload } = useResource(`fleet ${period} ${project}`, () =>
    client.fleet({ period, ...(project === "" ? {} : { project }) }),
  );
  return (
    <div className="page">
      <div className="page-title">
        <h1>Fleet</h1>
        <Switch name="Period" of={periods} chosen={period} onChoose={(next) => setQuery({ period: next }, "push")} />
        <span className="grow" />
        <span className="quiet fleet-compared">compared with the {period} before</span>
      </div>
      {data === null && error === null && <Loading what="figures" rows={3} height={96} />}
      {error !== null && <Failed what="This page" error={error} onRetry={reload} />}
      {data !== null && <Figures fleet={data} />}
      <Quotas />
    </div>
  );
}

function Figures({ fleet }: { readonly fleet: FleetView }) {
  const { landed, leadMinutes, firstTry, retries, usdPerLanded } = fleet;
  return (
    <>
      <dl className="fleet-tiles">
        <Tile name="Landed" figure={landed} show={String} />
        <Tile name="Lead time" figure={leadMinutes} show={formatMinuteTick} />
        <Tile name="Passed checks first time" figure={firstTry} show={formatPercent} />
        <Tile name="Retries per landed change" figure={retries} show={(n) => n.toFixed(1)} />
        <Tile name="Cost per landed change" figure={usdPerLanded} show={formatUsd} />
      </dl>
      {landed.of === 0 && (
        <Empty title={`Nothing landed in the last ${fleet.period}.`}>
          <p className="quiet">Each landed change adds to these charts.</p>
        </Empty>
      )}
      {landed.of > 0 && (
        <div className="fleet-charts">
          <LandedChart fleet={fleet} />
          <LeadChart fleet={fleet} />
        </div>
      )}
      <Shares title="Per agent" shares={fleet.agents} />
      {fleet.projects.length > 1 && <Shares title="Per project" shares={fleet.projects} />}
    </>
  );
}

const formatPercent = (part: number): string => `${Math.round(part * 100)} %`;

type TileProps = { readonly name: string; readonly figure: FigureView; readonly show: (value: number) => string };

function Tile({ name, figure: { value, before, of }, show }: TileProps) {
  return (
    <div className="panel fleet-tile">
      <dt>{name}</dt>
      <dd>
        {value === null ? (
          <span className="fleet-few">{of === 0 ? "no data yet" : "not enough data"}</span>
        ) : (
          <span className="fleet-value">{show(value)}</span>
        )}
        {before !== null && <span className="quiet">before: {show(before)}</span>}
      </dd>
    </div>
  );
}

function Shares({ title, shares }: { readonly title: string; readonly shares: readonly ShareView[] }) {
  if (shares.length === 0) return null;
  return (
    <section className="panel" aria-label={title}>
      <h2 className="group-head">{title}</h2>
      <ul>
        {shares.map(({ name, landed, leadMinutes, firstTry, usdPerLanded }) => (
          <li key={name} className="table-row fleet-share">
            <span className="fleet-name cut">{name}</span>
            <span>{pluralize(landed, "change")} landed</span>
            <span className="quiet">{leadMinutes === null ? "" : `${formatMinuteTick(leadMinutes)} lead time`}</span>
            <span className="quiet">{firstTry === null ? "" : `${formatPercent(firstTry)} passed first time`}</span>
            <span className="quiet">{usdPerLanded === null ? "" : `${formatUsd(usdPerLanded)} per change`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is left of what forges and trackers allow. Without one there is nothing to say. */
function Quotas() {
  const quotas = useQuotas();
  if (quotas.length === 0) return null;
  return (
    <section className="panel" aria-label="Quota left">
      <h2 className="group-head">Quota left</h2>
      <ul>
        {quotas.map(({ credential, requests, budgets, restsUntil, restsBecause }) => (
          <li key={credential} className="table-row fleet-share" data-quota={credential}>
            <span className="fleet-name cut">{credential}</span>
            <span>
              {budgets.length === 0
                ? "no limit said"
                : budgets.map(({ name, remaining, limit }) => `${remaining} of ${limit} ${name}`).join(", ")}
            </span>
            <span className="quiet">{pluralize(requests, "request")} in the last hour</span>
            {restsUntil !== null && (
              <span className="amber">
                rests until {formatClockTime(restsUntil)}: {restsBecause}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
