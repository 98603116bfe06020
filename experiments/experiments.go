// Package experiments lists the lab's experiments. Each has a room of its own below this
// folder, named as in results/ and research/claims.yaml:
//
//	experiment.go  the question, the configuration, what is measured
//	tables.go      records → tables
//	figures.go     records → figures
//	judges.go      records → verdicts on claims, with a test that flips each
package experiments

import (
	comparemethods "sudokulab/experiments/compare-methods"
	cspclues "sudokulab/experiments/csp-clues"
	cspdesign "sudokulab/experiments/csp-design"
	cspgenerator "sudokulab/experiments/csp-generator"
	csphard "sudokulab/experiments/csp-hard"
	csplevels "sudokulab/experiments/csp-levels"
	cspmemory "sudokulab/experiments/csp-memory"
	csppage "sudokulab/experiments/csp-page"
	cspsample "sudokulab/experiments/csp-sample"
	cspsearch "sudokulab/experiments/csp-search"
	cspspeed "sudokulab/experiments/csp-speed"
	cspstructure "sudokulab/experiments/csp-structure"
	cspvalidate "sudokulab/experiments/csp-validate"
	datasetaudit "sudokulab/experiments/dataset-audit"
	datasetscore "sudokulab/experiments/dataset-score"
	dlxspeed "sudokulab/experiments/dlx-speed"
	dqnablation "sudokulab/experiments/dqn-ablation"
	dqnagents "sudokulab/experiments/dqn-agents"
	dqnconfirm "sudokulab/experiments/dqn-confirm"
	dqncounter "sudokulab/experiments/dqn-counter"
	dqnenvironment "sudokulab/experiments/dqn-environment"
	dqnepisodes "sudokulab/experiments/dqn-episodes"
	dqnfour "sudokulab/experiments/dqn-four"
	dqngenerator "sudokulab/experiments/dqn-generator"
	dqngradients "sudokulab/experiments/dqn-gradients"
	dqnhorizon "sudokulab/experiments/dqn-horizon"
	dqnmodels "sudokulab/experiments/dqn-models"
	dqnpenalty "sudokulab/experiments/dqn-penalty"
	dqnpipeline "sudokulab/experiments/dqn-pipeline"
	dqnrewards "sudokulab/experiments/dqn-rewards"
	dqnspeed "sudokulab/experiments/dqn-speed"
	dqntrains "sudokulab/experiments/dqn-trains"
	explaineffort "sudokulab/experiments/explain-effort"
	explainhodoku "sudokulab/experiments/explain-hodoku"
	generatesets "sudokulab/experiments/generate-sets"
	gnnagain "sudokulab/experiments/gnn-again"
	gnncandidate "sudokulab/experiments/gnn-candidate"
	gnncard "sudokulab/experiments/gnn-card"
	gnnhard "sudokulab/experiments/gnn-hard"
	gnninference "sudokulab/experiments/gnn-inference"
	gnnlaw "sudokulab/experiments/gnn-law"
	gnnpaths "sudokulab/experiments/gnn-paths"
	gnnseeds "sudokulab/experiments/gnn-seeds"
	gnnsteps "sudokulab/experiments/gnn-steps"
	gnnstructure "sudokulab/experiments/gnn-structure"
	gnntools "sudokulab/experiments/gnn-tools"
	gnntraining "sudokulab/experiments/gnn-training"
	gnnvariants "sudokulab/experiments/gnn-variants"
	minigridanswers "sudokulab/experiments/minigrid-answers"
	minigridcores "sudokulab/experiments/minigrid-cores"
	minigridhardware "sudokulab/experiments/minigrid-hardware"
	minigridlarge "sudokulab/experiments/minigrid-large"
	minigridmethods "sudokulab/experiments/minigrid-methods"
	minigridoutlook "sudokulab/experiments/minigrid-outlook"
	minigridphases "sudokulab/experiments/minigrid-phases"
	minigridrules "sudokulab/experiments/minigrid-rules"
	minigridsizes "sudokulab/experiments/minigrid-sizes"
	originalcsp "sudokulab/experiments/original-csp"
	originaldqn "sudokulab/experiments/original-dqn"
	originalgnn "sudokulab/experiments/original-gnn"
	originalminigrid "sudokulab/experiments/original-minigrid"
	originaltensor "sudokulab/experiments/original-tensor"
	originaltraining "sudokulab/experiments/original-training"
	scaleslurm "sudokulab/experiments/scale-slurm"
	speedcores "sudokulab/experiments/speed-cores"
	speedengines "sudokulab/experiments/speed-engines"
	speedlarge "sudokulab/experiments/speed-large"
	speedpage "sudokulab/experiments/speed-page"
	speedpeers "sudokulab/experiments/speed-peers"
	speedpublished "sudokulab/experiments/speed-published"
	tensorbackends "sudokulab/experiments/tensor-backends"
	tensorchecks "sudokulab/experiments/tensor-checks"
	tensoroperations "sudokulab/experiments/tensor-operations"
	tensorpictures "sudokulab/experiments/tensor-pictures"
	tensorprecision "sudokulab/experiments/tensor-precision"
	tensorsearch "sudokulab/experiments/tensor-search"
	"sudokulab/pkg/lab"
)

// All returns the experiments in the order in which they run.
func All() []*lab.Experiment {
	return []*lab.Experiment{
		cspstructure.Experiment(),
		cspsample.Experiment(),
		cspsearch.Experiment(),
		cspgenerator.Experiment(),
		csplevels.Experiment(),
		originalcsp.Experiment(),
		cspvalidate.Experiment(),
		csphard.Experiment(),
		cspclues.Experiment(),
		cspdesign.Experiment(),
		cspspeed.Experiment(),
		cspmemory.Experiment(),
		csppage.Experiment(),
		minigridsizes.Experiment(),
		minigridphases.Experiment(),
		minigridcores.Experiment(),
		minigridrules.Experiment(),
		minigridanswers.Experiment(),
		minigridlarge.Experiment(),
		minigridmethods.Experiment(),
		minigridhardware.Experiment(),
		minigridoutlook.Experiment(),
		originalminigrid.Experiment(),
		datasetaudit.Experiment(), datasetscore.Experiment(), dlxspeed.Experiment(),
		speedengines.Experiment(),
		speedpeers.Experiment(),
		speedpublished.Experiment(),
		speedcores.Experiment(),
		speedlarge.Experiment(),
		speedpage.Experiment(),
		scaleslurm.Experiment(),
		generatesets.Experiment(),
		explaineffort.Experiment(),
		explainhodoku.Experiment(),
		dqncounter.Experiment(),
		dqngenerator.Experiment(),
		dqnpipeline.Experiment(),
		dqnagents.Experiment(),
		dqnmodels.Experiment(),
		dqnenvironment.Experiment(),
		dqngradients.Experiment(),
		dqnrewards.Experiment(),
		dqnablation.Experiment(),
		dqnconfirm.Experiment(),
		dqnhorizon.Experiment(),
		dqnpenalty.Experiment(),
		dqntrains.Experiment(),
		dqnepisodes.Experiment(),
		dqnfour.Experiment(),
		dqnspeed.Experiment(),
		originaldqn.Experiment(),
		gnnstructure.Experiment(),
		gnntraining.Experiment(),
		gnnseeds.Experiment(),
		gnnlaw.Experiment(),
		gnntools.Experiment(),
		gnncandidate.Experiment(),
		gnnhard.Experiment(),
		gnncard.Experiment(),
		gnnagain.Experiment(),
		gnnsteps.Experiment(),
		gnnvariants.Experiment(),
		gnninference.Experiment(),
		gnnpaths.Experiment(),
		originalgnn.Experiment(),
		tensorchecks.Experiment(),
		tensoroperations.Experiment(),
		tensorbackends.Experiment(),
		tensorprecision.Experiment(),
		tensorsearch.Experiment(),
		tensorpictures.Experiment(),
		originaltensor.Experiment(),
		originaltraining.Experiment(),
		comparemethods.Experiment(),
	}
}
